import { brand } from "#brand";
import { type CalendarDate, dateInTimeZone } from "#domain/dates/calendar-date.ts";

/** Returns today's date in the firm's time zone, so that everyone sees the same due and overdue amounts. */
export function firmToday(now: Date): CalendarDate {
  return dateInTimeZone(now, brand.timeZone);
}
