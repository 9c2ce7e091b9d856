import { type BookingRow, isUpcomingMeeting } from "#domain/bookings/booking.ts";
import { createCalendarUid, formatCalendarEvent } from "#domain/calendar/calendar-file.ts";
import { isTimeToJoin } from "#domain/consultations/consultation.ts";
import { type Instant, toInstant } from "#domain/dates/instant.ts";

/** The usual length of a meeting. Also of meetings that were stored before lengths were. */
export const DEFAULT_MEETING_MINUTES = 30;

/** Fields of a meeting about which nothing was agreed. */
export const MEETING_DEFAULTS = {
  meeting_minutes: DEFAULT_MEETING_MINUTES,
  meeting_url: null,
  calendar_sequence: 0,
};

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

/** Lists meetings that have ended, newest first. Their projects may have started since then. */
export function listPastMeetings<Booking extends BookedMeeting>(
  bookings: readonly Booking[],
  now: Date,
): (Booking & Meeting)[] {
  return bookings
    .filter(hasApprovedTime)
    .filter((meeting) => getMeetingEnd(meeting) <= now)
    .sort((one, other) => Date.parse(other.scheduled_at) - Date.parse(one.scheduled_at));
}

/** Whether an approved meeting with a video link starts within 15 minutes or has started, and has not ended. */
export function canJoinMeeting(
  booking: Pick<BookingRow, "status" | "scheduled_at" | "meeting_minutes" | "meeting_url">,
  now: Date,
): boolean {
  const { status, scheduled_at, meeting_minutes, meeting_url } = booking;
  return (
    status === "approved" &&
    scheduled_at !== null &&
    meeting_url !== null &&
    isTimeToJoin(scheduled_at, now) &&
    getMeetingEnd({ scheduled_at, meeting_minutes }) > now
  );
}

function isMeeting<Booking extends BookedMeeting>(booking: Booking): booking is Booking & Meeting {
  return booking.status === "approved" && booking.scheduled_at !== null;
}

/** Statuses of a booking after its approval. */
const APPROVED_STATUSES: readonly BookingRow["status"][] = ["approved", "in_progress", "completed"];

function hasApprovedTime<Booking extends BookedMeeting>(booking: Booking): booking is Booking & Meeting {
  return APPROVED_STATUSES.includes(booking.status) && booking.scheduled_at !== null;
}

function getMeetingEnd({
  scheduled_at,
  meeting_minutes,
}: Pick<Meeting, "scheduled_at" | "meeting_minutes">): Date {
  return new Date(Date.parse(scheduled_at) + meeting_minutes * 60_000);
}

type CalendarFileOptions = { now: Date; isCancelled?: boolean | undefined };

/** Formats a meeting as an iCalendar file, which adds the meeting to a calendar, updates it or removes it. */
export function formatCalendarFile(
  meeting: Meeting,
  firm: { name: string; contactEmail: string },
  { now, isCancelled = false }: CalendarFileOptions,
): string {
  const place = meeting.meeting_url;
  return formatCalendarEvent(
    {
      uid: createCalendarUid(meeting.id, firm),
      sequence: meeting.calendar_sequence,
      startsAt: meeting.scheduled_at,
      endsAt: toInstant(getMeetingEnd(meeting)),
      summary: `${firm.name}: ${meeting.service_type}`,
      description: `${place ? `Join: ${place}\n` : ""}Questions? Email ${firm.contactEmail}.`,
      location: place,
      url: place,
    },
    {
      product: `${firm.name}//Client Portal`,
      method: isCancelled ? "CANCEL" : "PUBLISH",
      organizer: { name: firm.name, email: firm.contactEmail },
      now,
    },
  );
}
