import { dateInTimeZone } from "#domain/dates/calendar-date.ts";
import type { Instant } from "#domain/dates/instant.ts";
import { formatTimeZone } from "#domain/dates/time-zone.ts";
import { formatFullDate, formatOtherTime, formatTimeSpan } from "#domain/scheduling/time-labels.ts";
import type { TemplateValues } from "#server/site/page-template.ts";

export type SummaryOptions = {
  startsAt: Instant;
  endsAt: Instant;
  /** The visitor's time zone. */
  timeZone: string;
  firmTimeZone: string;
  place: string;
};

/** Returns the values of the placeholders in app/site/book/consultation-summary.tsx. */
export function formatSummary(options: SummaryOptions): TemplateValues {
  const { startsAt, endsAt, timeZone, firmTimeZone, place } = options;
  return {
    date: formatFullDate(dateInTimeZone(new Date(startsAt), timeZone)),
    time: formatTimeSpan(startsAt, endsAt, timeZone),
    zoneLabel: formatTimeZone(timeZone),
    otherTime: formatOtherTime(startsAt, timeZone, firmTimeZone),
    place,
  };
}
