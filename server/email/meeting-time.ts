import { formatMeetingTime } from "#domain/bookings/booking-decision.ts";
import { dateInTimeZone, daysBetween } from "#domain/dates/calendar-date.ts";
import { formatTimeWithZone } from "#domain/dates/date-time.ts";
import { type Instant, toInstant } from "#domain/dates/instant.ts";
import { formatTimeZone, formatTimeZoneAt } from "#domain/dates/time-zone.ts";
import { formatShortTime } from "#domain/scheduling/short-time.ts";
import { formatTimeOnDay, formatTimeSpan, formatWeekday } from "#domain/scheduling/time-labels.ts";
import { formatCount } from "#domain/text/pluralize.ts";
import type { Detail } from "#server/email/content.ts";

/** Formats a time for a subject, such as "Thu, Dec 3, 4:00 PM CET". */
export function formatSubjectTime(time: Instant, timeZone: string): string {
  return withPlainSpaces(formatShortTime(new Date(time), timeZone));
}

/** Formats a time for a text, such as "4:00 PM CET on Tuesday, November 24". An email may be read on another day. */
export function formatTextTime(time: Instant, timeZone: string): string {
  return withPlainSpaces(formatTimeOnDay(time, timeZone));
}

/** When a reminder is sent. It's up to 4 hours late after an outage, so the 24-hour reminder can go out on the day of the meeting. */
export type ReminderTiming = { hoursBefore: 24 | 1; now: Date };

/** Formats the start of the subject of a reminder, such as "Tomorrow, 4:00 PM CET". */
export function formatReminderTime(
  time: Instant,
  timeZone: string,
  { hoursBefore, now }: ReminderTiming,
): string {
  const start = new Date(time);
  const day = hoursBefore === 1 ? "In 1 hour" : formatRelativeDay(start, now, timeZone);
  return withPlainSpaces(`${day}, ${formatTimeWithZone(start, timeZone)}`);
}

/** Formats "Today" or "Tomorrow". When the clocks change, 24 hours can end on the day after tomorrow, which is formatted as a date. */
function formatRelativeDay(time: Date, now: Date, timeZone: string): string {
  const date = dateInTimeZone(time, timeZone);
  switch (daysBetween(dateInTimeZone(now, timeZone), date)) {
    case 0:
      return "Today";
    case 1:
      return "Tomorrow";
    default:
      return formatWeekday(date);
  }
}

/** Formats a period for the first line of a reminder, such as "Thursday, December 3, 4:00 – 4:30 PM CET". */
export function formatPeriod(
  { startsAt, minutes }: { startsAt: Instant; minutes: number },
  timeZone: string,
): string {
  const start = new Date(startsAt);
  const end = toInstant(new Date(start.getTime() + minutes * 60_000));
  const day = formatWeekday(dateInTimeZone(start, timeZone));
  return withPlainSpaces(
    `${day}, ${formatTimeSpan(startsAt, end, timeZone)} ${formatTimeZoneAt(start, timeZone)}`,
  );
}

/** Formats a time for the details, such as "Tuesday, January 5, 2027 at 10:00 AM EST". */
export function formatFullTime(time: Instant, timeZone: string): string {
  return withPlainSpaces(formatMeetingTime(new Date(time), timeZone));
}

/** The rows that state when a meeting takes place, with the full name of the time zone if it differs from the short one. */
export function describeTime(time: Instant, timeZone: string): Detail[] {
  return [["Time", formatFullTime(time, timeZone)], ...describeTimeZone(time, timeZone)];
}

/** The row with the full name of the time zone, if it differs from the short one. */
export function describeTimeZone(time: Instant, timeZone: string): Detail[] {
  const zone = formatTimeZone(timeZone);
  return zone === formatTimeZoneAt(new Date(time), timeZone) ? [] : [["Time zone", zone]];
}

/** The row that states the length of a meeting. */
export function describeDuration(minutes: number): Detail {
  return ["Duration", formatCount(minutes, "minute")];
}

/** Replaces the narrow spaces before AM and PM, which some mail apps show as boxes. */
function withPlainSpaces(text: string): string {
  return text.replaceAll("\u202f", " ");
}
