import type {
  CancelMeeting,
  DeclineBooking,
  RescheduleMeeting,
  ScheduleMeeting,
} from "#domain/bookings/booking-decision.ts";
import type { Query } from "#server/database/database.ts";
import type { BookingDetails } from "#server/email/messages/booking.ts";
import { ApiError } from "#server/http/errors.ts";

/** An administrator's decision about a booking or its meeting. */
export type BookingDecision =
  | ({ kind: "approve" } & ScheduleMeeting)
  | ({ kind: "reschedule" } & RescheduleMeeting)
  | ({ kind: "decline" } & DeclineBooking)
  | ({ kind: "cancel" } & CancelMeeting);

/** A booking after a decision, as its emails show it. */
export type ChangedBooking = BookingDetails & {
  client_id: string;
  created_by: string | null;
  calendar_sequence: number;
  scheduled_at: Date | null;
  meeting_minutes: number;
  meeting_url: string | null;
  host_name: string | null;
  host_phone: string | null;
};

/** Shared end of the statements below. Returns the booking's details. */
const RETURN_BOOKING = `
        and client.id = booking.client_id
      returning booking.kind, client.company, client.contact_person, booking.service_type,
                booking.preferred_start_date::text as preferred_start_date,
                booking.estimated_scope, booking.project_description, booking.urgency, booking.calendar_sequence,
                booking.client_id, booking.scheduled_at, booking.meeting_minutes, booking.meeting_url,
                (select request.created_by from public.service_bookings as request
                  where request.id = booking.id) as created_by,
                (select host.name from public.consultation_hosts as host where host.id = booking.host_id) as host_name,
                (select host.phone from public.consultation_hosts as host where host.id = booking.host_id) as host_phone`;
const FROM_CLIENT = "from public.clients as client";

type BookingUpdate = { id: string; decision: BookingDecision; hostId: string | null };

/**
 * Stores a decision.
 * @throws {ApiError} 404 for an unknown booking, 409 if the booking or its meeting has changed since
 */
export async function updateBooking(query: Query, update: BookingUpdate): Promise<ChangedBooking> {
  const { id, decision } = update;
  const [booking] = await runUpdate(query, update);
  if (booking) {
    return booking;
  }
  const [existing] = await query("select status from public.service_bookings where id = $1", [id]);
  if (!existing) {
    throw unknownBookingError();
  }
  if (decision.kind === "reschedule" && existing.status === "approved") {
    throw new ApiError(
      409,
      "proposal_changed",
      "The client withdrew or changed the proposed time. Check the meeting and try again.",
    );
  }
  throw decision.kind === "reschedule" || decision.kind === "cancel"
    ? noMeetingError()
    : new ApiError(409, "already_answered", "This booking was already approved, declined or canceled.");
}

function runUpdate(query: Query, { id, decision, hostId }: BookingUpdate): Promise<ChangedBooking[]> {
  switch (decision.kind) {
    case "approve":
      return query(
        `update endpoints.service_bookings as booking
            set status = 'approved', scheduled_at = $2, meeting_minutes = $3, meeting_url = nullif($4, ''), host_id = $5
           ${FROM_CLIENT} where booking.id = $1 and booking.status = 'pending'${RETURN_BOOKING}`,
        [id, new Date(decision.scheduledAt), decision.meetingMinutes, decision.meetingUrl, hostId],
      );
    case "reschedule":
      return query(
        `update endpoints.service_bookings as booking
            set scheduled_at = $2, meeting_minutes = $3, meeting_url = nullif($4, ''),
                calendar_sequence = booking.calendar_sequence + 1, host_id = $6,
                proposed_at = nullif(booking.proposed_at, $5),
                proposal_note = case when booking.proposed_at = $5 then '' else booking.proposal_note end
           -- Rescheduling to the proposed time accepts the proposal, so it must still be open.
           ${FROM_CLIENT} where booking.id = $1 and booking.status = 'approved'
             and ($5::timestamptz is null or $5 <> $2 or booking.proposed_at = $5)
           ${RETURN_BOOKING}`,
        [
          id,
          new Date(decision.scheduledAt),
          decision.meetingMinutes,
          decision.meetingUrl,
          decision.answeredProposal && new Date(decision.answeredProposal),
          hostId,
        ],
      );
    case "decline":
      return query(
        `update endpoints.service_bookings as booking set status = 'declined', decline_reason = $2
           ${FROM_CLIENT} where booking.id = $1 and booking.status = 'pending'${RETURN_BOOKING}`,
        [id, decision.reason],
      );
    case "cancel":
      return query(
        `update endpoints.service_bookings as booking
            set status = 'cancelled', decline_reason = $2, calendar_sequence = booking.calendar_sequence + 1,
                proposed_at = null, proposal_note = ''
           ${FROM_CLIENT} where booking.id = $1 and booking.status = 'approved' and booking.scheduled_at > now()
           ${RETURN_BOOKING}`,
        [id, decision.reason],
      );
  }
}

export function noMeetingError(): ApiError {
  return new ApiError(409, "no_meeting", "This meeting was canceled or has already taken place.");
}

export function unknownBookingError(): ApiError {
  return new ApiError(404, "unknown_booking", "This booking no longer exists.");
}
