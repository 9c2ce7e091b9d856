import { type BookingRow, isUpcomingMeeting } from "#domain/bookings/booking.ts";
import type { Instant } from "#domain/dates/instant.ts";

/** Length of a consultation, in minutes. */
export const MEETING_MINUTES = 30;

/** Maximum line length of a calendar file, without the line break (RFC 5545, section 3.1). */
const MAX_LINE_OCTETS = 75;

export type Meeting = { id: string; service_type: string; scheduled_at: Instant };

/** Lists upcoming meetings, soonest first. */
export function listUpcomingMeetings<
  Booking extends Pick<BookingRow, "id" | "status" | "scheduled_at" | "service_type">,
>(bookings: readonly Booking[], now: Date): (Booking & Meeting)[] {
  return bookings
    .filter((booking): booking is Booking & Meeting => isUpcomingMeeting(booking, now))
    .sort((one, other) => Date.parse(one.scheduled_at) - Date.parse(other.scheduled_at));
}

/** Formats a meeting as an iCalendar file (RFC 5545). */
export function formatCalendarFile(
  meeting: Meeting,
  firm: { name: string; contactEmail: string },
  now: Date,
): string {
  const start = new Date(meeting.scheduled_at);
  const end = new Date(start.getTime() + MEETING_MINUTES * 60_000);
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//${escapeText(firm.name)}//Client Portal//EN`,
    "METHOD:PUBLISH",
    "BEGIN:VEVENT",
    `UID:${meeting.id}@${firm.contactEmail.split("@")[1] ?? "portal"}`,
    `DTSTAMP:${formatUtc(now)}`,
    `DTSTART:${formatUtc(start)}`,
    `DTEND:${formatUtc(end)}`,
    `SUMMARY:${escapeText(`${firm.name}: ${meeting.service_type}`)}`,
    `DESCRIPTION:${escapeText(`Questions? Email ${firm.contactEmail}.`)}`,
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return `${lines.map(foldLine).join("\r\n")}\r\n`;
}

/** Formats in UTC, so that the file needs no time zone definition. */
function formatUtc(instant: Date): string {
  return `${instant.toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`;
}

function escapeText(text: string): string {
  return text.replaceAll(/[\\;,]/g, "\\$&").replaceAll(/\r?\n/g, "\\n");
}

/** Splits long lines into continuation lines that start with a space, without splitting a character. */
function foldLine(line: string): string {
  const parts: string[] = [];
  let currentPart = "";
  for (const character of line) {
    const limit = MAX_LINE_OCTETS - (parts.length > 0 ? 1 : 0);
    if (countOctets(currentPart + character) > limit) {
      parts.push(currentPart);
      currentPart = "";
    }
    currentPart += character;
  }
  return [...parts, currentPart].join("\r\n ");
}

/** UTF-8 length. Each %XX escape is one octet. */
function countOctets(text: string): number {
  return encodeURIComponent(text.toWellFormed()).replaceAll(/%../g, "x").length;
}
