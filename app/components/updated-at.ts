import { dateInTimeZone } from "#domain/dates/calendar-date.ts";
import { formatDateTime, formatTimeWithZone } from "#domain/dates/date-time.ts";
import type { Instant } from "#domain/dates/instant.ts";

/** Returns "2:02 PM EST", or "Nov 20, 2026, 2:02 PM EST" for another day. Uses the browser's time zone by default. */
export function formatUpdatedAt(
  instant: Instant,
  now: Date,
  timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone,
): string {
  const date = new Date(instant);
  const isToday = dateInTimeZone(date, timeZone) === dateInTimeZone(now, timeZone);
  return isToday ? formatTimeWithZone(date, timeZone) : formatDateTime(date, timeZone);
}

/** Syncs run every 6 hours. After a longer gap, Square is disconnected or doesn't respond. */
const MAX_LIVE_AGE_MS = 7 * 60 * 60 * 1000;

/**
 * Describes when data from Square was last stored, such as "Live from Square · checked 2:02 PM EST". Data that has not been
 * checked for 7 hours is not live.
 */
export function formatSquareFreshness(checkedAt: Instant, now: Date, timeZone?: string): string {
  const isLive = now.getTime() - new Date(checkedAt).getTime() <= MAX_LIVE_AGE_MS;
  return `${isLive ? "Live from" : "From"} Square · checked ${formatUpdatedAt(checkedAt, now, timeZone)}`;
}
