import { dateInTimeZone } from "#domain/dates/calendar-date.ts";
import { formatTimeZoneAt } from "#domain/dates/time-zone.ts";

/**
 * Formats a time with its date and time zone, such as "Tue, Dec 1, 9:00 AM EST". With `now`, the year is included if it is
 * another one.
 */
export function formatShortTime(time: Date, timeZone: string, now: Date = time): string {
  const getYear = (each: Date) => dateInTimeZone(each, timeZone).slice(0, 4);
  const dateAndTime = time.toLocaleString("en-US", {
    ...{ weekday: "short", month: "short", day: "numeric" },
    ...(getYear(time) !== getYear(now) && { year: "numeric" }),
    ...{ hour: "numeric", minute: "2-digit", timeZone },
  });
  return `${dateAndTime} ${formatTimeZoneAt(time, timeZone)}`;
}
