import { BUILT_MONTHS, monthsWords, type StatedMonths } from "#domain/retention.ts";

/** How long something is kept. Built with the default; the server puts the setting in its place. */
export function KeptFor({ what }: { what: keyof StatedMonths }) {
  return <span data-kept-for={what}>{monthsWords(BUILT_MONTHS[what])}</span>;
}
