import { Hono } from "hono";
import { z } from "zod";
import { brand } from "#brand";
import {
  CancelMeeting,
  DeclineBooking,
  RescheduleMeeting,
  ScheduleMeeting,
} from "#domain/bookings/booking-decision.ts";
import { toInstant } from "#domain/dates/instant.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import type { UserClaims } from "#server/auth/sessions.ts";
import { checkProposedTimes } from "#server/bookings/check-proposed-times.ts";
import type { Query } from "#server/database/database.ts";
import { listBookingRecipients, queueClientEmails } from "#server/email/client-email.ts";
import type { EmailContent } from "#server/email/content.ts";
import { getFirmRecipients } from "#server/email/firm-email.ts";
import { toMeetingHost } from "#server/email/meeting-place.ts";
import {
  type BookingDetails,
  bookingApproved,
  bookingDeclined,
  meetingCancelledByFirm,
  meetingChanged,
} from "#server/email/messages/booking.ts";
import { queueCallerEmail } from "#server/email/outbox.ts";
import { ApiError } from "#server/http/errors.ts";
import { validateJson, validateParams } from "#server/http/validate.ts";
import { assignHost, noHostError } from "#server/scheduling/assign-host.ts";
import { isOverlap } from "#server/scheduling/reserve-time.ts";
import type { Services } from "#server/services.ts";

const MAX_BODY_BYTES = 16 * 1024;
const BookingPath = z.object({ id: z.guid() });
type Dependencies = Pick<Services, "database" | "now" | "config">;
type ChangedBooking = BookingDetails & {
  client_id: string;
  created_by: string | null;
  calendar_sequence: number;
  scheduled_at: Date | null;
  meeting_minutes: number;
  meeting_url: string | null;
  host_name: string | null;
  host_phone: string | null;
};

/**
 * `POST /api/admin/bookings/{id}/approve` and `/decline` approve or decline a pending booking, and `/reschedule` and
 * `/cancel-meeting` change or cancel the meeting of an approved one. They queue the emails to the client in the same
 * transaction. The second of two concurrent decisions returns 409. `GET /api/admin/bookings/proposed-times` lists whether
 * the hosts are free at the times that clients proposed.
 */
export function createBookingRoutes(services: Dependencies) {
  const validId = validateParams(BookingPath, unknownBookingError);
  return new Hono<CallerEnv>()
    .get("/bookings/proposed-times", async (context) =>
      context.json({ proposals: await checkProposedTimes(services) }),
    )
    .post(
      "/bookings/:id/approve",
      validateJson(ScheduleMeeting, { maxBytes: MAX_BODY_BYTES }),
      validId,
      async (context) => {
        const meeting = context.req.valid("json");
        requireFutureTime(meeting, services.now());
        await decideBooking(services, context.var.caller, {
          id: context.req.valid("param").id,
          decision: { kind: "approve", ...meeting },
        });
        return context.json({ success: true });
      },
    )
    .post(
      "/bookings/:id/reschedule",
      validateJson(RescheduleMeeting, { maxBytes: MAX_BODY_BYTES }),
      validId,
      async (context) => {
        const meeting = context.req.valid("json");
        requireFutureTime(meeting, services.now());
        await decideBooking(services, context.var.caller, {
          id: context.req.valid("param").id,
          decision: { kind: "reschedule", ...meeting },
        });
        return context.json({ success: true });
      },
    )
    .post(
      "/bookings/:id/decline",
      validateJson(DeclineBooking, { maxBytes: MAX_BODY_BYTES }),
      validId,
      async (context) => {
        await decideBooking(services, context.var.caller, {
          id: context.req.valid("param").id,
          decision: { kind: "decline", ...context.req.valid("json") },
        });
        return context.json({ success: true });
      },
    )
    .post(
      "/bookings/:id/cancel-meeting",
      validateJson(CancelMeeting, { maxBytes: MAX_BODY_BYTES }),
      validId,
      async (context) => {
        await decideBooking(services, context.var.caller, {
          id: context.req.valid("param").id,
          decision: { kind: "cancel", ...context.req.valid("json") },
        });
        return context.json({ success: true });
      },
    );
}

type Decision =
  | ({ kind: "approve" } & ScheduleMeeting)
  | ({ kind: "reschedule" } & RescheduleMeeting)
  | ({ kind: "decline" } & DeclineBooking)
  | ({ kind: "cancel" } & CancelMeeting);

function requireFutureTime({ scheduledAt }: ScheduleMeeting, now: Date): void {
  if (Date.parse(scheduledAt) <= now.getTime()) {
    throw new ApiError(400, "invalid_input", "Choose a future date and time.");
  }
}

async function decideBooking(
  services: Dependencies,
  caller: UserClaims,
  { id, decision }: { id: string; decision: Decision },
): Promise<void> {
  const { database, config } = services;
  const hostId = await findHost(services, id, decision);
  await database.asCaller(caller, async (query) => {
    const booking = await updateBooking(query, { id, decision, hostId }).catch((error) => {
      throw isOverlap(error) ? noHostError() : error;
    });
    const replyTo = (await getFirmRecipients(query, config))[0];
    await queueClientEmails(
      await listBookingRecipients(query, booking),
      ({ name }) => ({
        ...getEmailKey({ id, ...booking }, decision),
        replyTo,
        ...renderDecisionEmail({ ...booking, id, contact_person: name }, decision, config.publicUrl),
      }),
      (email) => queueCallerEmail(query, email),
    );
  });
}

/** Returns the host of the meeting, or null if there is no meeting or no host. @throws {ApiError} 409 if no host is free */
async function findHost(
  services: Dependencies,
  bookingId: string,
  decision: Decision,
): Promise<string | null> {
  if (decision.kind === "decline" || decision.kind === "cancel") {
    return null;
  }
  const { scheduledAt: startsAt, meetingMinutes: durationMinutes, hostId, checksAvailability } = decision;
  return assignHost(services, {
    moved: { bookingId },
    ...{ startsAt, durationMinutes, hostId, checksAvailability },
    allowsOutsideHours: decision.kind === "reschedule" && decision.allowsOutsideHours === true,
  });
}

function getEmailKey(
  { id, calendar_sequence }: { id: string; calendar_sequence: number },
  decision: Decision,
) {
  switch (decision.kind) {
    case "reschedule":
      return {
        deduplicationKey: `booking-changed:${id}:${calendar_sequence}`,
        kind: "booking-changed",
      } as const;
    case "cancel":
      return { deduplicationKey: `meeting-cancelled:${id}`, kind: "booking-cancelled" } as const;
    default:
      return { deduplicationKey: `booking-answered:${id}`, kind: "booking-answered" } as const;
  }
}

function renderDecisionEmail(
  booking: ChangedBooking & { id: string },
  decision: Decision,
  publicUrl: string,
): EmailContent {
  if (decision.kind === "decline") {
    return bookingDeclined(booking, decision.reason, brand);
  }
  const { id, service_type, calendar_sequence, contact_person } = booking;
  if (decision.kind === "cancel") {
    if (!booking.scheduled_at) {
      throw noMeetingError();
    }
    const meeting = { ...booking, scheduled_at: toInstant(booking.scheduled_at) };
    return meetingCancelledByFirm(
      { meeting, contactPerson: contact_person, timeZone: brand.timeZone },
      { reason: decision.reason, publicUrl },
      brand,
    );
  }
  const meeting = {
    id,
    service_type,
    scheduled_at: decision.scheduledAt,
    meeting_minutes: decision.meetingMinutes,
    meeting_url: decision.meetingUrl || null,
    calendar_sequence,
  };
  const render = decision.kind === "approve" ? bookingApproved : meetingChanged;
  return render(
    {
      meeting,
      host: toMeetingHost(booking),
      contactPerson: contact_person,
      timeZone: decision.timeZone,
    },
    publicUrl,
    brand,
  );
}

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

type BookingUpdate = { id: string; decision: Decision; hostId: string | null };

async function updateBooking(query: Query, update: BookingUpdate): Promise<ChangedBooking> {
  const { id, decision } = update;
  const [booking] = await runUpdate(query, update);
  if (booking) {
    return booking;
  }
  const [existing] = await query("select 1 from public.service_bookings where id = $1", [id]);
  if (!existing) {
    throw unknownBookingError();
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
           ${FROM_CLIENT} where booking.id = $1 and booking.status = 'approved'
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

function noMeetingError(): ApiError {
  return new ApiError(409, "no_meeting", "This meeting was canceled or has already taken place.");
}

function unknownBookingError(): ApiError {
  return new ApiError(404, "unknown_booking", "This booking no longer exists.");
}
