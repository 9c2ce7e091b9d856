import * as z from "zod/mini";
import { type BookingRow, formatPreferredDate } from "#domain/bookings/booking.ts";
import { DEFAULT_MEETING_MINUTES } from "#domain/bookings/meeting.ts";
import { type CalendarDate, isTimeZone } from "#domain/dates/calendar-date.ts";
import { type Instant, instant } from "#domain/dates/instant.ts";
import { formatTimeZoneAt } from "#domain/dates/time-zone.ts";
import { isInYearRange } from "#domain/scheduling/year-range.ts";

const MAX_REASON_LENGTH = 1000;
const LOCAL_DATE_TIME = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/;

/** The lengths of a meeting that the form offers, in minutes. */
export const MEETING_LENGTHS = [15, 30, 45, 60, 90, 120] as const;

export const MIN_MEETING_MINUTES = 15;
export const MAX_MEETING_MINUTES = 480;

const MeetingMinutes = z._default(
  z
    .int()
    .check(z.gte(MIN_MEETING_MINUTES, "Choose a duration"), z.lte(MAX_MEETING_MINUTES, "Choose a duration")),
  DEFAULT_MEETING_MINUTES,
);

/** Where the meeting takes place online. Empty without a link. */
const MeetingUrl = z._default(
  z
    .string()
    .check(
      z.trim(),
      z.maxLength(500, "The link must be at most 500 characters"),
      z.refine(isEmptyOrHttpsUrl, "Enter a link that starts with https://"),
    ),
  "",
);

function isEmptyOrHttpsUrl(text: string): boolean {
  return text === "" || /^https:\/\/[^\s\p{Cc}]+$/u.test(text);
}

/**
 * Request to approve a booking or to reschedule its meeting: when and where the meeting takes place, and the time zone used
 * to display the time.
 */
export const ScheduleMeeting = z.object({
  scheduledAt: z.pipe(
    z.iso.datetime("Choose a date and time").check(z.refine(isInYearRange, "Choose a date and time")),
    z.transform(instant),
  ),
  timeZone: z.string().check(z.maxLength(100), z.refine(isTimeZone, "Unknown time zone")),
  meetingMinutes: MeetingMinutes,
  meetingUrl: MeetingUrl,
  /** Who holds the meeting. Without a host, one who is free. */
  hostId: z._default(z.nullable(z.guid("Choose a host")), null),
  /** Rejects a time outside of the weekly hours, or at which the host is busy. Other meetings are always rejected. */
  checksAvailability: z._default(z.boolean(), false),
});
export type ScheduleMeeting = z.infer<typeof ScheduleMeeting>;

/**
 * Request to reschedule a meeting. `answeredProposal` is the proposed time that the administrator saw, if any. A proposal
 * that the client has made since then stays open.
 */
export const RescheduleMeeting = z.extend(ScheduleMeeting, {
  /** Skips only the check of the weekly hours, because the administrator confirmed a time outside them. */
  allowsOutsideHours: z.optional(z.boolean()),
  answeredProposal: z._default(
    z.nullable(z.pipe(z.iso.datetime("Choose a date and time"), z.transform(instant))),
    null,
  ),
});
export type RescheduleMeeting = z.infer<typeof RescheduleMeeting>;

/** Request of a client to schedule a booking, or to reschedule its meeting, at a free time. */
export const PickMeetingTime = z.object({
  startsAt: z.pipe(
    z.iso.datetime("Choose a time").check(z.refine(isInYearRange, "Choose a time")),
    z.transform(instant),
  ),
  timeZone: ScheduleMeeting.shape.timeZone,
});
export type PickMeetingTime = z.infer<typeof PickMeetingTime>;

const Reason = z.string().check(
  z.trim(),
  z.minLength(1, "Enter a reason"),
  z.maxLength(
    MAX_REASON_LENGTH,
    `The reason must be at most ${MAX_REASON_LENGTH.toLocaleString("en-US")} characters`,
  ),
  z.refine((text) => !text.includes("\0"), "Remove unsupported characters"),
);

/** Request to decline a booking. The client sees the reason. */
export const DeclineBooking = z.object({ reason: Reason });
export type DeclineBooking = z.infer<typeof DeclineBooking>;

/** Request to cancel the meeting of an approved booking. The client sees the reason. */
export const CancelMeeting = z.object({ reason: Reason });
export type CancelMeeting = z.infer<typeof CancelMeeting>;

const FutureLocalTime = z
  .string()
  .check(z.refine((value) => parseFutureTime(value, new Date()) !== null, "Choose a future date and time"));

/** The form that approves a booking or reschedules its meeting. `localTime` is a `datetime-local` value. */
export const MeetingForm = z.object({
  localTime: FutureLocalTime,
  minutes: z.string(),
  meetingUrl: MeetingUrl,
});

const ProposalNote = z._default(
  z.string().check(
    z.trim(),
    z.maxLength(1000, "The note must be at most 1,000 characters"),
    z.refine((text) => !text.includes("\0"), "Remove unsupported characters"),
  ),
  "",
);

/** A client's request to reschedule an upcoming meeting. */
export const ProposeMeetingTime = z.object({
  proposedAt: z.pipe(z.iso.datetime("Choose a date and time"), z.transform(instant)),
  note: ProposalNote,
});
export type ProposeMeetingTime = z.infer<typeof ProposeMeetingTime>;

/** The form for a client's proposal. */
export const ProposalForm = z.object({ localTime: FutureLocalTime, note: ProposalNote });

/** Formats a time as a `datetime-local` value in the browser's time zone. */
export function toLocalTime(time: Date): string {
  const local = new Date(time.getTime() - time.getTimezoneOffset() * 60_000);
  return local.toISOString().slice(0, 16);
}

/**
 * The time that the approval form suggests: the first of the free times from the preferred date on. Without free times,
 * 10:00 on the preferred date, or none if that has passed.
 */
export function suggestMeetingTime(
  preferredStart: CalendarDate,
  freeTimes: readonly Instant[],
  now: Date,
): string {
  const firstFree = freeTimes.map((time) => new Date(time)).find((time) => time > now);
  if (firstFree) {
    return toLocalTime(firstFree);
  }
  const localTime = `${preferredStart}T10:00`;
  return parseFutureTime(localTime, now) ? localTime : "";
}

/** Parses a `datetime-local` value in the browser's time zone. Returns null when it is invalid or in the past. */
export function parseFutureTime(value: string, now: Date): Date | null {
  const time = LOCAL_DATE_TIME.test(value) ? new Date(value) : null;
  return time && time.getTime() > now.getTime() ? time : null;
}

/** Formats a meeting time, such as "Tuesday, January 5, 2027 at 10:00 AM EST". */
export function formatMeetingTime(time: Date, timeZone: string): string {
  const date = time.toLocaleDateString("en-US", { dateStyle: "full", timeZone });
  const timeOfDay = time.toLocaleTimeString("en-US", { hour: "numeric", minute: "2-digit", timeZone });
  return `${date} at ${timeOfDay} ${formatTimeZoneAt(time, timeZone)}`;
}

type BookingTime = Pick<BookingRow, "kind" | "status" | "scheduled_at" | "preferred_start_date">;

/** The meeting time of an approved booking, otherwise the date that the client prefers. */
export function formatBookingTime(booking: BookingTime, timeZone: string): string {
  return booking.status === "approved" && booking.scheduled_at
    ? `Meeting on ${formatMeetingTime(new Date(booking.scheduled_at), timeZone)}`
    : formatPreferredDate(booking);
}
