import { formatMeetingTime } from "#domain/bookings/booking-decision.ts";
import type { Instant } from "#domain/dates/instant.ts";
import { formatTimeZone, formatTimeZoneAt } from "#domain/dates/time-zone.ts";
import { formatShortTime } from "#domain/scheduling/short-time.ts";
import { formatTimeOnDay } from "#domain/scheduling/time-labels.ts";
import type { Detail } from "#server/email/content.ts";

/** Formats a time for a subject, such as "Thu, Dec 3, 4:00 PM CET". */
export function formatSubjectTime(time: Instant, timeZone: string): string {
  return withPlainSpaces(formatShortTime(new Date(time), timeZone));
}

/** Formats a time for a text, such as "4:00 PM CET on Tuesday, November 24". An email may be read on another day. */
export function formatTextTime(time: Instant, timeZone: string): string {
  return withPlainSpaces(formatTimeOnDay(time, timeZone));
}

/** The rows that state when a meeting takes place, with the full name of the time zone if it differs from the short one. */
export function describeTime(time: Instant, timeZone: string): Detail[] {
  const start = new Date(time);
  const zone = formatTimeZone(timeZone);
  return [
    ["Time", withPlainSpaces(formatMeetingTime(start, timeZone))],
    ...(zone === formatTimeZoneAt(start, timeZone) ? [] : [["Time zone", zone] as const]),
  ];
}

/** Replaces the narrow spaces before AM and PM, which some mail apps show as boxes. */
function withPlainSpaces(text: string): string {
  return text.replaceAll("\u202f", " ");
}
