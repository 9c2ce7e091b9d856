import { addDays, type CalendarDate, dateInTimeZone } from "#domain/dates/calendar-date.ts";
import type { Instant } from "#domain/dates/instant.ts";
import { startOfMonth } from "#domain/scheduling/month.ts";

/** A date with its free times, in ascending order. */
export type FreeDay = { date: CalendarDate; times: readonly Instant[] };

/** Groups free times by their date in a time zone. One date can contain times of two of the firm's dates. */
export function groupByDate(times: readonly Instant[], timeZone: string): FreeDay[] {
  const sorted = times.toSorted();
  const dateAt = (index: number) => {
    const time = sorted[index];
    return time === undefined ? null : dateInTimeZone(new Date(time), timeZone);
  };
  const days: FreeDay[] = [];
  let start = 0;
  for (let date = dateAt(start); date !== null; date = dateAt(start)) {
    const current = date;
    const end = findEnd(start, (index) => dateAt(index) === current);
    days.push({ date, times: sorted.slice(start, end) });
    start = end;
  }
  return days;
}

/**
 * Returns the day whose times are shown first: that of the current booking or, if it has no free times, another one of its
 * month. Without either, the first free day.
 */
export function findInitialDay(days: readonly FreeDay[], booked: CalendarDate | null): FreeDay | null {
  const inMonth = days.filter(({ date }) => booked && startOfMonth(date) === startOfMonth(booked));
  return inMonth.find(({ date }) => date === booked) ?? inMonth[0] ?? days[0] ?? null;
}

/**
 * Returns the first index after `start` that fails a test. All later indexes must fail it too. Uses an exponential search,
 * because finding the date of a time is slow.
 */
function findEnd(start: number, test: (index: number) => boolean): number {
  let step = 1;
  while (test(start + step)) {
    step *= 2;
  }
  let passed = start + Math.floor(step / 2);
  let failed = start + step;
  while (failed - passed > 1) {
    const middle = Math.floor((passed + failed) / 2);
    if (test(middle)) {
      passed = middle;
    } else {
      failed = middle;
    }
  }
  return failed;
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
