import type { Instant } from "#domain/dates/instant.ts";

/** Maximum line length of a calendar file, without the line break (RFC 5545, section 3.1). */
const MAX_LINE_OCTETS = 75;

/** An event of a calendar. `uid` stays the same when the event changes, and `sequence` increases. */
export type CalendarEvent = {
  uid: string;
  sequence: number;
  startsAt: Instant;
  endsAt: Instant;
  summary: string;
  description: string;
  location: string | null;
  url: string | null;
};

export type CalendarPerson = { name: string; email: string };

/** PUBLISH is for downloads. Email uses REQUEST for new and changed events, and CANCEL (RFC 5546). */
export type CalendarMethod = "PUBLISH" | "REQUEST" | "CANCEL";

type CalendarFileOptions = {
  product: string;
  method: CalendarMethod;
  /** In email, calendars show buttons to respond only if this is the address of the sender. */
  organizer: CalendarPerson;
  /** The recipient of an email. */
  attendee?: CalendarPerson;
  now: Date;
};

/** Returns the identifier of an event, which is the same in all its files. */
export function createCalendarUid(id: string, firm: { contactEmail: string }): string {
  return `${id}@${firm.contactEmail.split("@")[1] ?? "portal"}`;
}

/** Formats an event as an iCalendar file (RFC 5545), which adds it to a calendar, changes it or removes it. */
export function formatCalendarEvent(
  event: CalendarEvent,
  { product, method, organizer, attendee, now }: CalendarFileOptions,
): string {
  const lines = [
    "BEGIN:VCALENDAR",
    "VERSION:2.0",
    `PRODID:-//${escapeText(product)}//EN`,
    `METHOD:${method}`,
    "BEGIN:VEVENT",
    `UID:${event.uid}`,
    `SEQUENCE:${event.sequence}`,
    `STATUS:${method === "CANCEL" ? "CANCELLED" : "CONFIRMED"}`,
    `ORGANIZER;CN=${quoteParameter(organizer.name)}:mailto:${organizer.email}`,
    ...(attendee
      ? [
          `ATTENDEE;ROLE=REQ-PARTICIPANT;PARTSTAT=NEEDS-ACTION;RSVP=TRUE;CN=${quoteParameter(attendee.name)}:mailto:${attendee.email}`,
        ]
      : []),
    `DTSTAMP:${formatUtc(now)}`,
    `DTSTART:${formatUtc(new Date(event.startsAt))}`,
    `DTEND:${formatUtc(new Date(event.endsAt))}`,
    `SUMMARY:${escapeText(event.summary)}`,
    ...(event.location ? [`LOCATION:${escapeText(event.location)}`] : []),
    ...(event.url ? [`URL:${event.url}`] : []),
    `DESCRIPTION:${escapeText(event.description)}`,
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
