import type { Brand } from "#brand";
import {
  BOOKING_KIND_LABELS,
  type BookingKind,
  preferredDateLabel,
  URGENCY_LABELS,
  type Urgency,
} from "#domain/bookings/booking.ts";
import type { Meeting } from "#domain/bookings/meeting.ts";
import { type CalendarDate, formatDate } from "#domain/dates/calendar-date.ts";
import {
  button,
  calendarFile,
  clientSignature,
  contactSentence,
  details,
  type EmailContent,
  greeting,
  paragraph,
  quote,
  reasonFootnote,
  withTitle,
} from "#server/email/content.ts";
import { describeHostAndPlace, type MeetingHost } from "#server/email/meeting-place.ts";
import { describeDuration, describeTime, formatSubjectTime } from "#server/email/meeting-time.ts";

type Firm = Pick<Brand, "name" | "contactEmail" | "accountManager">;

/** The details of a request that emails contain. */
export type BookingDetails = {
  kind: BookingKind;
  company: string;
  contact_person: string;
  service_type: string;
  preferred_start_date: CalendarDate;
  estimated_scope: string;
  project_description: string;
  urgency: Urgency;
};

/** Sent to the firm when a client requests a booking, a quote or a meeting. */
export function bookingRequestedForFirm(booking: BookingDetails, publicUrl: string): EmailContent {
  return withTitle(
    (shorten) => `${formatRequestName(booking)} from ${shorten(booking.company)}: ${booking.service_type}`,
    [
      paragraph("Reply due within 24 hours."),
      details(
        ["Client", booking.company],
        ...listRequestDetails(booking),
        ...(booking.kind === "meeting"
          ? []
          : [
              ["Urgency", URGENCY_LABELS[booking.urgency]] as const,
              ["Estimated scope", booking.estimated_scope || "—"] as const,
            ]),
      ),
      quote(booking.project_description),
      button("Review request", `${publicUrl}/admin/bookings`),
      reasonFootnote("this address receives client requests."),
    ],
  );
}

/** Sent to the client when the request has been stored. */
export function bookingReceived(booking: BookingDetails, publicUrl: string, brand: Firm): EmailContent {
  return {
    subject: `${brand.name} received your ${formatRequestName(booking).toLowerCase()}: ${booking.service_type}`,
    blocks: [
      greeting(booking.contact_person),
      paragraph(
        "Thanks for your request. Your account manager will contact you within 24 hours to confirm the details and scheduling.",
      ),
      details(...listRequestDetails(booking)),
      button(
        "View your request",
        `${publicUrl}/client-portal?section=${booking.kind === "meeting" ? "meetings" : "book-service"}`,
      ),
      clientSignature(brand),
      createBookingFootnote(brand),
    ],
  };
}

type ScheduledMeeting = {
  meeting: Meeting;
  host: MeetingHost;
  contactPerson: string;
  /** The time zone in which the email shows the time. */
  timeZone: string;
};

/** Sent to the client when a request is approved, with a calendar file. */
export function bookingApproved(
  { meeting, host, contactPerson, timeZone }: ScheduledMeeting,
  publicUrl: string,
  brand: Firm,
): EmailContent {
  return {
    subject: `You're booked with ${brand.name}: ${formatSubjectTime(meeting.scheduled_at, timeZone)}`,
    blocks: [
      greeting(contactPerson),
      paragraph(`Your meeting about ${meeting.service_type} is confirmed.`),
      listMeetingDetails(meeting, host, timeZone),
      paragraph(
        "The attached file adds the meeting to your calendar. Need a different time? Propose one under Meetings.",
      ),
      calendarFile(meeting),
      button("View meeting", `${publicUrl}/client-portal?section=meetings`),
      clientSignature(brand),
      createBookingFootnote(brand),
    ],
  };
}

/** Sent to the client when a meeting is rescheduled, or its length or place changes, with a calendar file. */
export function meetingChanged(
  { meeting, host, contactPerson, timeZone }: ScheduledMeeting,
  publicUrl: string,
  brand: Firm,
): EmailContent {
  return {
    subject: `Your meeting with ${brand.name} is now on ${formatSubjectTime(meeting.scheduled_at, timeZone)}`,
    blocks: [
      greeting(contactPerson),
      paragraph(
        `We've updated your meeting about ${meeting.service_type}. These details replace the earlier ones.`,
      ),
      listMeetingDetails(meeting, host, timeZone),
      paragraph("The attached file updates your calendar."),
      calendarFile(meeting),
      button("View meeting", `${publicUrl}/client-portal?section=meetings`),
      clientSignature(brand),
      createBookingFootnote(brand),
    ],
  };
}

/** Sent to the client who canceled a meeting. The attached file removes it from the calendar. */
export function meetingCancelled(
  { meeting, contactPerson, timeZone }: Omit<ScheduledMeeting, "host">,
  publicUrl: string,
  brand: Firm,
): EmailContent {
  return {
    subject: `Canceled: your meeting with ${brand.name} on ${formatSubjectTime(meeting.scheduled_at, timeZone)}`,
    blocks: [
      greeting(contactPerson),
      paragraph(`You canceled your meeting about ${meeting.service_type}.`),
      details(...describeTime(meeting.scheduled_at, timeZone)),
      paragraph(
        "The attached file removes it from your calendar. You can request another time in the portal.",
      ),
      calendarFile(meeting, { isCancelled: true }),
      button("Request another time", `${publicUrl}/client-portal?section=book-service`),
      clientSignature(brand),
      createBookingFootnote(brand),
    ],
  };
}

/** Sent to the client when an administrator canceled a meeting. The attached file removes it from the calendar. */
export function meetingCancelledByFirm(
  { meeting, contactPerson, timeZone }: Omit<ScheduledMeeting, "host">,
  { reason, publicUrl }: { reason: string; publicUrl: string },
  brand: Firm,
): EmailContent {
  return {
    subject: `Canceled: your meeting with ${brand.name} on ${formatSubjectTime(meeting.scheduled_at, timeZone)}`,
    blocks: [
      greeting(contactPerson),
      paragraph(`We had to cancel your meeting about ${meeting.service_type}, and we're sorry about that.`),
      quote(reason),
      details(...describeTime(meeting.scheduled_at, timeZone)),
      paragraph(
        "The attached file removes it from your calendar. To find another time, reply to this email or send a new request.",
      ),
      calendarFile(meeting, { isCancelled: true }),
      button("Request another time", `${publicUrl}/client-portal?section=book-service`),
      clientSignature(brand),
      createBookingFootnote(brand),
    ],
  };
}

/** Sent to the firm when a client cancels a request or a meeting. `time` is the formatted meeting time, if any. */
export function bookingCancelledForFirm(
  booking: BookingDetails,
  time: string | null,
  publicUrl: string,
): EmailContent {
  return withTitle(
    (shorten) => `${shorten(booking.company)} canceled: ${booking.service_type}`,
    [
      paragraph(
        time
          ? "The client canceled this meeting. No reply needed."
          : "The client canceled this request. No reply needed.",
      ),
      details(
        ["Client", booking.company],
        [serviceLabel(booking.kind), booking.service_type],
        ...(time ? [["Meeting", time] as const] : []),
      ),
      button("View bookings", `${publicUrl}/admin/bookings?status=cancelled`),
      reasonFootnote("this address receives client requests."),
    ],
  );
}

/** Sent to the firm when a client proposes another time for a meeting. The times are formatted. */
export function meetingTimeProposedForFirm(
  { kind, company, service_type }: Pick<BookingDetails, "kind" | "company" | "service_type">,
  { time, proposedTime, note }: { time: string; proposedTime: string; note: string },
  publicUrl: string,
): EmailContent {
  return withTitle(
    (shorten) => `${shorten(company)} proposed another time: ${service_type}`,
    [
      paragraph("Reply due within 24 hours."),
      details(
        ["Client", company],
        [serviceLabel(kind), service_type],
        ["Meeting", time],
        ["Proposed time", proposedTime],
      ),
      ...(note ? [quote(note)] : []),
      button("Review proposed time", `${publicUrl}/admin/bookings`),
      reasonFootnote("this address receives client requests."),
    ],
  );
}

/** Sent to the firm when a client withdraws a proposed time. `time` is the formatted meeting time. */
export function proposedTimeWithdrawnForFirm(
  { kind, company, service_type }: Pick<BookingDetails, "kind" | "company" | "service_type">,
  time: string,
  publicUrl: string,
): EmailContent {
  return withTitle(
    (shorten) => `${shorten(company)} withdrew the proposed time: ${service_type}`,
    [
      paragraph("The meeting stays at its current time. No reply needed."),
      details(["Client", company], [serviceLabel(kind), service_type], ["Meeting", time]),
      button("View bookings", `${publicUrl}/admin/bookings?status=approved`),
      reasonFootnote("this address receives client requests."),
    ],
  );
}

function listMeetingDetails(meeting: Meeting, host: MeetingHost, timeZone: string) {
  const { scheduled_at, meeting_minutes, meeting_url } = meeting;
  return details(
    ...describeTime(scheduled_at, timeZone),
    describeDuration(meeting_minutes),
    ...describeHostAndPlace(host?.name ?? null, { meetingUrl: meeting_url, phone: host?.phone ?? null }),
  );
}

/** Sent to the client when a request is declined. An administrator wrote `explanation`. */
export function bookingDeclined(booking: BookingDetails, explanation: string, brand: Firm): EmailContent {
  return {
    subject: `We can't take your ${formatRequestName(booking).toLowerCase()} right now: ${booking.service_type}`,
    blocks: [
      greeting(booking.contact_person),
      paragraph(
        `Thanks for your request for ${booking.kind === "meeting" ? "a meeting about " : ""}${booking.service_type}. We can't take it on right now:`,
      ),
      quote(explanation),
      contactSentence("Questions? Reply to this email or contact", brand),
      clientSignature(brand),
      createBookingFootnote(brand),
    ],
  };
}

function formatRequestName({ kind }: BookingDetails): string {
  return `${BOOKING_KIND_LABELS[kind]} request`;
}

function serviceLabel(kind: BookingKind): string {
  return kind === "meeting" ? "Topic" : "Service";
}

function listRequestDetails(booking: BookingDetails) {
  return [
    [serviceLabel(booking.kind), booking.service_type],
    [preferredDateLabel(booking.kind), formatDate(booking.preferred_start_date)],
  ] as const;
}

function createBookingFootnote(brand: Firm) {
  return reasonFootnote(`you sent a request in the ${brand.name} client portal.`);
}

/** Sent to the firm when a client schedules or reschedules a meeting without approval. `time` is formatted. */
export function meetingScheduledForFirm(
  { kind, company, service_type }: Pick<BookingDetails, "kind" | "company" | "service_type">,
  { time, isMoved }: { time: string; isMoved: boolean },
  publicUrl: string,
): EmailContent {
  return withTitle(
    (shorten) => `${shorten(company)} ${isMoved ? "rescheduled a" : "scheduled a"} meeting: ${service_type}`,
    [
      paragraph(
        isMoved
          ? "The client rescheduled this meeting to another available time. No reply needed."
          : "The client picked an available time for this request. No reply needed.",
      ),
      details(["Client", company], [serviceLabel(kind), service_type], ["Meeting", time]),
      button("View bookings", `${publicUrl}/admin/bookings?status=approved`),
      reasonFootnote("this address receives client requests."),
    ],
  );
}
