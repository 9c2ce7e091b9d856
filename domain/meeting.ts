import { isUpcomingMeeting } from "#domain/booking.ts";

/** Minutes a meeting is planned for: a consultation's length (specification section 9). */
export const MEETING_MINUTES = 30;

/** Octets of a line in a calendar file, its end not counted (RFC 5545, section 3.1). */
const LONGEST_LINE = 75;

export type Meeting = { id: string; service_type: string; scheduled_at: string };

/** The approved bookings with a time ahead, the next one first. */
export function upcomingMeetings<
  Booking extends { status: string; scheduled_at: string | null; service_type: string; id: string },
>(bookings: readonly Booking[], now: Date): (Booking & Meeting)[] {
  return bookings
    .filter((booking): booking is Booking & Meeting => isUpcomingMeeting(booking, now))
    .sort((one, other) => Date.parse(one.scheduled_at) - Date.parse(other.scheduled_at));
}

/** The meeting as a calendar file (RFC 5545), for whatever calendar a person uses. */
export function calendarFile(
  meeting: Meeting,
  firm: { name: string; contactEmail: string },
  now: Date,
): string {
  const start = new Date(meeting.scheduled_at);
  const end = new Date(start.getTime() + MEETING_MINUTES * 60_000);
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//${escaped(firm.name)}//Client Portal//EN`,
    "METHOD:PUBLISH",
    "BEGIN:VEVENT",
    `UID:${meeting.id}@${firm.contactEmail.split("@")[1] ?? "portal"}`,
    `DTSTAMP:${stamp(now)}`,
    `DTSTART:${stamp(start)}`,
    `DTEND:${stamp(end)}`,
    `SUMMARY:${escaped(`${firm.name}: ${meeting.service_type}`)}`,
    `DESCRIPTION:${escaped(`Questions? Write to ${firm.contactEmail}.`)}`,
    "END:VEVENT",
    "END:VCALENDAR",
  ];
  return `${lines.map(folded).join("\r\n")}\r\n`;
}

/** UTC, so that no calendar needs to know our time zone. */
function stamp(instant: Date): string {
  return `${instant.toISOString().slice(0, 19).replaceAll(/[-:]/g, "")}Z`;
}

function escaped(text: string): string {
  return text.replaceAll(/[\\;,]/g, "\\$&").replaceAll(/\r?\n/g, "\\n");
}

/** Long lines go on in the next one, which begins with a space. Never inside a character. */
function folded(line: string): string {
  const parts: string[] = [];
  let part = "";
  for (const character of line) {
    const room = LONGEST_LINE - (parts.length > 0 ? 1 : 0);
    if (octets(part + character) > room) {
      parts.push(part);
      part = "";
    }
    part += character;
  }
  return [...parts, part].join("\r\n ");
}

/** Of the text in UTF-8. Each %XX of the encoding is one. */
function octets(text: string): number {
  return encodeURIComponent(text.toWellFormed()).replaceAll(/%../g, "x").length;
}
