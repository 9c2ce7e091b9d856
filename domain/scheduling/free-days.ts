import { groupBy } from "#domain/collections/group-by.ts";
import { type CalendarDate, compareDates, dateInTimeZone } from "#domain/dates/calendar-date.ts";
import type { Instant } from "#domain/dates/instant.ts";

/** A date with its free times, in ascending order. */
export type FreeDay = { date: CalendarDate; times: readonly Instant[] };

/** Groups free times by their date in a time zone. One date can contain times of two of the firm's dates. */
export function groupByDate(times: readonly Instant[], timeZone: string): FreeDay[] {
  const days = groupBy(times, (time) => dateInTimeZone(new Date(time), timeZone));
  return [...days]
    .map(([date, timesOfDay]) => ({ date, times: timesOfDay.toSorted() }))
    .toSorted((one, other) => compareDates(one.date, other.date));
}
