import { formatCount } from "#domain/text/pluralize.ts";

const UNITS = [
  { minutes: 1440, noun: "day" },
  { minutes: 60, noun: "hour" },
  { minutes: 1, noun: "minute" },
] as const;

/** Formats a duration in the largest unit that divides it, such as "90 minutes", "2 hours" or "1 day". */
export function formatMinutes(minutes: number): string {
  const unit = UNITS.find((each) => minutes > 0 && minutes % each.minutes === 0) ?? UNITS[2];
  return formatCount(minutes / unit.minutes, unit.noun);
}
