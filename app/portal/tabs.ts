import type { SectionId } from "./section-url.ts";
import type { Section } from "./sections.ts";

const TAB_COUNT = 5;

/** All sections, from the most to the least used. If a role cannot use one of the first five, the next ones fill the bar. */
const TAB_ORDER = [
  "overview",
  "projects",
  "billing",
  "book-service",
  "documents",
  "findings",
  "messages",
  "meetings",
  "proposals",
  "rates",
  "settings",
] satisfies readonly SectionId[];

export type TabArrangement = { tabs: readonly Section[]; others: readonly Section[] };

/** Divides the sections that a role can use into the tabs of the bottom bar and the sections behind More. */
export function arrangeTabs(sections: readonly Section[]): TabArrangement {
  const ordered = TAB_ORDER.flatMap((id) => sections.find((section) => section.id === id) ?? []);
  return { tabs: ordered.slice(0, TAB_COUNT), others: ordered.slice(TAB_COUNT) };
}
