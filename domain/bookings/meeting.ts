import { type BookingRow, isUpcomingMeeting } from "#domain/bookings/booking.ts";
import type { Instant } from "#domain/dates/instant.ts";

/** The usual length of a meeting. Also of meetings that were stored before lengths were. */
export const DEFAULT_MEETING_MINUTES = 30;

/** Fields of a meeting about which nothing was agreed. */
export const MEETING_DEFAULTS = {
  meeting_minutes: DEFAULT_MEETING_MINUTES,
  meeting_url: null,
  calendar_sequence: 0,
};

/** Maximum line length of a calendar file, without the line break (RFC 5545, section 3.1). */
const MAX_LINE_OCTETS = 75;

export type Meeting = Pick<
  BookingRow,
  "id" | "service_type" | "meeting_minutes" | "meeting_url" | "calendar_sequence"
> & { scheduled_at: Instant };

type BookedMeeting = Pick<BookingRow, keyof Meeting | "status">;

/** Lists meetings that have not started, soonest first. */
export function listUpcomingMeetings<Booking extends BookedMeeting>(
  bookings: readonly Booking[],
  now: Date,
): (Booking & Meeting)[] {
  return listUnfinishedMeetings(bookings, now).filter((meeting) => isUpcomingMeeting(meeting, now));
}

/** Lists meetings that have not ended, soonest first. A client who is late can still join them. */
export function listUnfinishedMeetings<Booking extends BookedMeeting>(
  bookings: readonly Booking[],
  now: Date,
): (Booking & Meeting)[] {
  return bookings
    .filter(isMeeting)
    .filter((meeting) => getMeetingEnd(meeting) > now)
    .sort((one, other) => Date.parse(one.scheduled_at) - Date.parse(other.scheduled_at));
}

function isMeeting<Booking extends BookedMeeting>(booking: Booking): booking is Booking & Meeting {
  return booking.status === "approved" && booking.scheduled_at !== null;
}

function getMeetingEnd({ scheduled_at, meeting_minutes }: Meeting): Date {
  return new Date(Date.parse(scheduled_at) + meeting_minutes * 60_000);
}

type CalendarFileOptions = { now: Date; isCancelled?: boolean | undefined };

/** Formats a meeting as an iCalendar file (RFC 5545), which adds the meeting to a calendar, moves it or removes it. */
export function formatCalendarFile(
  meeting: Meeting,
  firm: { name: string; contactEmail: string },
  { now, isCancelled = false }: CalendarFileOptions,
): string {
  const start = new Date(meeting.scheduled_at);
  const end = getMeetingEnd(meeting);
  const place = meeting.meeting_url;
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//${escapeText(firm.name)}//Client Portal//EN`,
    `METHOD:${isCancelled ? "CANCEL" : "PUBLISH"}`,
    "BEGIN:VEVENT",
    `UID:${meeting.id}@${firm.contactEmail.split("@")[1] ?? "portal"}`,
    `SEQUENCE:${meeting.calendar_sequence}`,
    `STATUS:${isCancelled ? "CANCELLED" : "CONFIRMED"}`,
    `ORGANIZER;CN=${quoteParameter(firm.name)}:mailto:${firm.contactEmail}`,
    `DTSTAMP:${formatUtc(now)}`,
    `DTSTART:${formatUtc(start)}`,
    `DTEND:${formatUtc(end)}`,
    `SUMMARY:${escapeText(`${firm.name}: ${meeting.service_type}`)}`,
    ...(place ? [`LOCATION:${escapeText(place)}`, `URL:${place}`] : []),
    `DESCRIPTION:${escapeText(`${place ? `Join: ${place}\n` : ""}Questions? Email ${firm.contactEmail}.`)}`,
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

/** Quotes a parameter value, which cannot contain quotes or control characters. */
function quoteParameter(text: string): string {
  return `"${text.replaceAll(/["\p{Cc}]/gu, "")}"`;
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
