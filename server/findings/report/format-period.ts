import { formatDate, parseCalendarDate } from "#domain/dates/calendar-date.ts";

/** Formats the dates of a test, such as "Aug 17, 2026 to Sep 11, 2026". */
export function formatPeriod({ startedOn, endedOn }: { startedOn: string; endedOn: string }): string {
  const [start, end] = [startedOn, endedOn].map((date) => formatDate(parseCalendarDate(date)));
  return start === end ? `${start}` : `${start} to ${end}`;
}
