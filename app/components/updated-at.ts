import { dateInTimeZone, formatDate } from "#domain/dates/calendar-date.ts";
import type { Instant } from "#domain/dates/instant.ts";

/** Returns "2:02 PM", or "Nov 20, 2026, 2:02 PM" for another day. Uses the browser's time zone by default. */
export function formatUpdatedAt(
  instant: Instant,
  now: Date,
  timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone,
): string {
  const date = new Date(instant);
  const time = date.toLocaleTimeString("en-US", { hour: "numeric", minute: "2-digit", timeZone });
  const day = dateInTimeZone(date, timeZone);
  return day === dateInTimeZone(now, timeZone) ? time : `${formatDate(day)}, ${time}`;
}
