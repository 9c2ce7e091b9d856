import { brand } from "#brand";
import { type CalendarDate, dateInTimeZone } from "#domain/dates/calendar-date.ts";

/** Returns today's date in the firm's time zone, so that clients and administrators get the same statement. */
export function firmToday(now: Date): CalendarDate {
  return dateInTimeZone(now, brand.timeZone);
}
