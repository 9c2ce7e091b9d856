import { dateInTimeZone, formatDate } from "#domain/dates/calendar-date.ts";
import { formatTimeWithZone } from "#domain/dates/date-time.ts";
import type { Instant } from "#domain/dates/instant.ts";

const MINUTES_PER_HOUR = 60;
const MINUTES_PER_DAY = 1440;
const MS_PER_MINUTE = 60_000;

/**
 * Formats the time since an instant: minutes below 1 hour, hours below 1 day, otherwise the date in the reader's time
 * zone. Treats future instants as now.
 */
export function formatRelativeTime(instant: Instant, now: Date, timeZone: string): string {
  const date = new Date(instant);
  if (Number.isNaN(date.getTime())) {
    return "—";
  }
  const minutes = Math.floor(Math.max(0, now.getTime() - date.getTime()) / MS_PER_MINUTE);
  if (minutes < 1) {
    return "less than a minute ago";
  }
  if (minutes < MINUTES_PER_HOUR) {
    return formatAgo(minutes, "minute");
  }
  if (minutes < MINUTES_PER_DAY) {
    return formatAgo(Math.floor(minutes / MINUTES_PER_HOUR), "hour");
  }
  return formatDate(dateInTimeZone(date, timeZone));
}

/** Like `formatRelativeTime`, but with the time of day after the date, such as "Oct 14, 2025, 3:05 PM EDT". */
export function formatRelativeDateTime(instant: Instant, now: Date, timeZone: string): string {
  const date = new Date(instant);
  const relative = formatRelativeTime(instant, now, timeZone);
  if (!(now.getTime() - date.getTime() >= MINUTES_PER_DAY * MS_PER_MINUTE)) {
    return relative;
  }
  return `${relative}, ${formatTimeWithZone(date, timeZone)}`;
}

/** Formats an instant as a date in the reader's time zone, such as "Oct 14, 2025". */
export function formatInstantDate(instant: Instant, timeZone: string): string {
  const date = new Date(instant);
  return Number.isNaN(date.getTime()) ? "—" : formatDate(dateInTimeZone(date, timeZone));
}

function formatAgo(count: number, unit: string): string {
  return `${count} ${unit}${count === 1 ? "" : "s"} ago`;
}
