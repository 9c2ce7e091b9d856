import { addDays, type CalendarDate, dateInTimeZone } from "#domain/dates/calendar-date.ts";
import { isoWeekday } from "#domain/scheduling/wall-time.ts";

const FRIDAY = 5;
const SUNDAY = 7;

/** Returns the date in UTC that is a number of days after the first start, or the Monday after it if it is on a weekend. */
export function weekdayAfter(now: Date, days: number): CalendarDate {
  return toWeekday(addDays(dateInTimeZone(now, "UTC"), days));
}

/** Returns the date, or the Monday after it if it is on a weekend. */
export function toWeekday(date: CalendarDate): CalendarDate {
  const weekday = isoWeekday(date);
  return weekday > FRIDAY ? addDays(date, SUNDAY + 1 - weekday) : date;
}
