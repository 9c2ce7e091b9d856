import { dateInTimeZone, formatDate } from "#domain/dates/calendar-date.ts";
import type { Instant } from "#domain/dates/instant.ts";

const MINUTES_PER_HOUR = 60;
const MINUTES_PER_DAY = 1440;
const MS_PER_MINUTE = 60_000;

/**
 * Time since an instant: minutes below 1 hour, hours below 1 day, otherwise the date in the reader's time zone.
 * An instant in the future is treated as now.
 */
export function relativeTime(instant: Instant, now: Date, timeZone: string): string {
  const then = new Date(instant);
  if (Number.isNaN(then.getTime())) {
    return "—";
  }
  const minutes = Math.floor(Math.max(0, now.getTime() - then.getTime()) / MS_PER_MINUTE);
  if (minutes < 1) {
    return "less than a minute ago";
  }
  if (minutes < MINUTES_PER_HOUR) {
    return ago(minutes, "minute");
  }
  if (minutes < MINUTES_PER_DAY) {
    return ago(Math.floor(minutes / MINUTES_PER_HOUR), "hour");
  }
  return formatDate(dateInTimeZone(then, timeZone));
}

/** Formats an instant as a date in the reader's time zone, such as "Oct 14, 2025". */
export function formatInstantDate(instant: Instant, timeZone: string): string {
  const then = new Date(instant);
  return Number.isNaN(then.getTime()) ? "—" : formatDate(dateInTimeZone(then, timeZone));
}

function ago(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? "" : "s"} ago`;
}
