import { Hono } from "hono";
import * as z from "zod/mini";
import { brand } from "#brand";
import {
  CancelMeeting,
  DeclineBooking,
  MAX_MEETING_MINUTES,
  MIN_MEETING_MINUTES,
  RescheduleMeeting,
  ScheduleMeeting,
} from "#domain/bookings/booking-decision.ts";
import { toInstant } from "#domain/dates/instant.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import type { UserClaims } from "#server/auth/sessions.ts";
import { checkProposedTimes } from "#server/bookings/check-proposed-times.ts";
import {
  type BookingDecision,
  type ChangedBooking,
  noMeetingError,
  unknownBookingError,
  updateBooking,
} from "#server/bookings/update-booking.ts";
import { listBookingRecipients, queueClientEmails } from "#server/email/client-email.ts";
import type { EmailContent } from "#server/email/content.ts";
import { getFirmRecipients } from "#server/email/firm-email.ts";
import { toMeetingHost } from "#server/email/meeting-place.ts";
import {
  bookingApproved,
  bookingDeclined,
  meetingCancelledByFirm,
  meetingChanged,
} from "#server/email/messages/booking.ts";
import { queueCallerEmail } from "#server/email/outbox.ts";
import { ApiError } from "#server/http/errors.ts";
import { validateJson, validateParams, validateQuery } from "#server/http/validate.ts";
import { assignHost, takenError } from "#server/scheduling/assign-host.ts";
import { FREE_TIMES_QUERY_MESSAGE, FreeTimesQuery, listFreeTimes } from "#server/scheduling/free-times.ts";
import { isOverlap } from "#server/scheduling/reserve-time.ts";
import type { Services } from "#server/services.ts";

const MAX_BODY_BYTES = 16 * 1024;
/** The times depend on the meeting's length and host. */
const MeetingTimesQuery = z.extend(FreeTimesQuery, {
  minutes: z.coerce.number().check(z.int(), z.gte(MIN_MEETING_MINUTES), z.lte(MAX_MEETING_MINUTES)),
  hostId: z.optional(z.guid()),
});
const BookingPath = z.object({ id: z.guid() });
type Dependencies = Pick<Services, "database" | "now" | "config">;

/**
 * `POST /api/admin/bookings/{id}/approve` and `/decline` approve or decline a pending booking, and `/reschedule` and
 * `/cancel-meeting` change or cancel the meeting of an approved one. They queue the emails to the client in the same
 * transaction. The second of two concurrent decisions returns 409. `GET /api/admin/bookings/proposed-times` lists whether
 * the hosts are free at the times that clients proposed, and `GET /api/admin/bookings/{id}/free-times` lists the times for a
 * meeting of this length, with any host or with one.
 */
export function createBookingRoutes(services: Dependencies) {
  const validId = validateParams(BookingPath, unknownBookingError);
  return new Hono<CallerEnv>()
    .get("/bookings/proposed-times", async (context) =>
      context.json({ proposals: await checkProposedTimes(services) }),
    )
    .get(
      "/bookings/:id/free-times",
      validId,
      validateQuery(
        MeetingTimesQuery,
        `${FREE_TIMES_QUERY_MESSAGE} Send minutes from ${MIN_MEETING_MINUTES} to ${MAX_MEETING_MINUTES}.`,
      ),
      async (context) => {
        const { id: bookingId } = context.req.valid("param");
        const { minutes: durationMinutes, ...request } = context.req.valid("query");
        await requireBooking(services, context.var.caller, bookingId);
        const moved = { bookingId, durationMinutes };
        return context.json(await listFreeTimes(services, { ...request, moved }));
      },
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

/** @throws {ApiError} 404 for an unknown booking */
async function requireBooking({ database }: Dependencies, caller: UserClaims, id: string): Promise<void> {
  const [booking] = await database.asCaller(caller, (query) =>
    query("select 1 from public.service_bookings where id = $1", [id]),
  );
  if (!booking) {
    throw unknownBookingError();
  }
}

function requireFutureTime({ scheduledAt }: ScheduleMeeting, now: Date): void {
  if (Date.parse(scheduledAt) <= now.getTime()) {
    throw new ApiError(400, "invalid_input", "Choose a future date and time.");
  }
}

async function decideBooking(
  services: Dependencies,
  caller: UserClaims,
  { id, decision }: { id: string; decision: BookingDecision },
): Promise<void> {
  const { database, config } = services;
  const hostId = await findHost(services, id, decision);
  await database.asCaller(caller, async (query) => {
    const booking = await updateBooking(query, { id, decision, hostId }).catch((error) => {
      throw isOverlap(error) ? takenError() : error;
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
  decision: BookingDecision,
): Promise<string | null> {
  if (decision.kind === "decline" || decision.kind === "cancel") {
    return null;
  }
  const { scheduledAt: startsAt, meetingMinutes: durationMinutes } = decision;
  const { hostId, checksAvailability } = decision;
  return assignHost(services, {
    moved: { bookingId },
    ...{ startsAt, durationMinutes, hostId, checksAvailability },
    allowsOutsideHours: decision.kind === "reschedule" && decision.allowsOutsideHours === true,
  });
}

function getEmailKey(
  { id, calendar_sequence }: { id: string; calendar_sequence: number },
  decision: BookingDecision,
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
  decision: BookingDecision,
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
