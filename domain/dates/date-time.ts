import { dateInTimeZone, formatDate } from "#domain/dates/calendar-date.ts";
import { getDateFormatter } from "#domain/dates/date-formatter.ts";
import { formatTimeZoneAt } from "#domain/dates/time-zone.ts";

/** Formats the time of day with the time zone, such as "3:05 PM EDT". @throws {RangeError} for an invalid date or time zone */
export function formatTimeWithZone(time: Date, timeZone: string): string {
  const timeOfDay = getDateFormatter({ hour: "numeric", minute: "2-digit", timeZone }).format(time);
  return `${timeOfDay} ${formatTimeZoneAt(time, timeZone)}`;
}

/**
 * Formats a date with the time of day and the time zone, such as "Oct 14, 2025, 3:05 PM EDT".
 * @throws {RangeError} for an invalid date or time zone
 */
export function formatDateTime(time: Date, timeZone: string): string {
  return `${formatDate(dateInTimeZone(time, timeZone))}, ${formatTimeWithZone(time, timeZone)}`;
}
