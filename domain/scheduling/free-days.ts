import { groupBy } from "#domain/collections/group-by.ts";
import { addDays, type CalendarDate, compareDates, dateInTimeZone } from "#domain/dates/calendar-date.ts";
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

/** Seven days of a list of free times, and where the list continues. */
export type FreeWeek = {
  first: CalendarDate;
  last: CalendarDate;
  days: readonly FreeDay[];
  /** First dates of the adjacent weeks. Null if there are no free times in that direction. */
  previous: CalendarDate | null;
  next: CalendarDate | null;
  /** The free day to continue with if the week has none: the next one or, without a next one, the one before. */
  nearest: FreeDay | null;
};

/** Returns the week from a date. Without a date or with a past one, the week starts on the first free day. */
export function getWeek(days: readonly FreeDay[], from: CalendarDate | null, today: CalendarDate): FreeWeek {
  const earliest = days[0]?.date ?? today;
  const first = from && from > today ? from : earliest;
  const last = addDays(first, 6);
  const before = days.filter(({ date }) => date < first);
  const after = days.filter(({ date }) => date > last);
  const previous = addDays(first, -7);
  return {
    first,
    last,
    days: days.filter(({ date }) => date >= first && date <= last),
    previous: before.length === 0 ? null : previous < earliest ? earliest : previous,
    next: after.length === 0 ? null : addDays(first, 7),
    nearest: after[0] ?? before.at(-1) ?? null,
  };
}
