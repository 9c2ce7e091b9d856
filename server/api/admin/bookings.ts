import { Hono } from "hono";
import { z } from "zod";
import { brand } from "#brand";
import { ApproveBooking, DeclineBooking, formatMeetingTime } from "#domain/bookings/booking-decision.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import type { UserClaims } from "#server/auth/sessions.ts";
import type { Query } from "#server/database/database.ts";
import type { EmailContent } from "#server/email/content.ts";
import { getFirmRecipients } from "#server/email/firm-email.ts";
import { type BookingDetails, bookingApproved, bookingDeclined } from "#server/email/messages/booking.ts";
import { queueCallerEmail } from "#server/email/outbox.ts";
import { ApiError } from "#server/http/errors.ts";
import { validateJson, validateParams } from "#server/http/validate.ts";
import type { Services } from "#server/services.ts";

const MAX_BODY_BYTES = 16 * 1024;
const BookingPath = z.object({ id: z.guid() });
type Dependencies = Pick<Services, "database" | "now" | "config">;
type DecidedBooking = BookingDetails & { email: string | null };

/**
 * `POST /api/admin/bookings/{id}/approve` and `/decline` approve or decline a pending booking and queue the client's
 * email in the same transaction. The second of two concurrent decisions returns 409.
 */
export function createBookingRoutes(services: Dependencies) {
  const validId = validateParams(BookingPath, unknownBookingError);
  return new Hono<CallerEnv>()
    .post(
      "/bookings/:id/approve",
      validateJson(ApproveBooking, { maxBytes: MAX_BODY_BYTES }),
      validId,
      async (context) => {
        const approval = context.req.valid("json");
        if (Date.parse(approval.scheduledAt) <= services.now().getTime()) {
          throw new ApiError(400, "invalid_input", "Choose a future date and time.");
        }
        await decideBooking(services, context.var.caller, {
          id: context.req.valid("param").id,
          decision: { kind: "approve", ...approval },
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
    );
}

type Decision = ({ kind: "approve" } & ApproveBooking) | ({ kind: "decline" } & DeclineBooking);

async function decideBooking(
  { database, config }: Dependencies,
  caller: UserClaims,
  { id, decision }: { id: string; decision: Decision },
): Promise<void> {
  await database.asCaller(caller, async (query) => {
    const booking = await updatePendingBooking(query, id, decision);
    if (!booking.email) {
      return;
    }
    await queueCallerEmail(query, {
      deduplicationKey: `booking-answered:${id}`,
      kind: "booking-answered",
      recipient: booking.email,
      replyTo: (await getFirmRecipients(query, config))[0],
      ...renderDecisionEmail({ ...booking, id }, decision, config.publicUrl),
    });
  });
}

function renderDecisionEmail(
  booking: BookingDetails & { id: string },
  decision: Decision,
  publicUrl: string,
): EmailContent {
  if (decision.kind === "decline") {
    return bookingDeclined(booking, decision.reason, brand);
  }
  const time = formatMeetingTime(new Date(decision.scheduledAt), decision.timeZone);
  const { id, service_type } = booking;
  const meeting = { id, service_type, scheduled_at: decision.scheduledAt };
  return bookingApproved(meeting, { contactPerson: booking.contact_person, time }, publicUrl, brand);
}

/** Shared end of both statements below. Matches the pending booking and returns its details. */
const PENDING_BOOKING = `
       from public.clients as client left join public.users as account on account.id = client.user_id
      where booking.id = $1 and booking.status = 'pending' and client.id = booking.client_id
      returning booking.kind, client.company, client.contact_person, booking.service_type,
                booking.preferred_start_date::text as preferred_start_date,
                booking.estimated_scope, booking.project_description, booking.urgency, account.email`;

async function updatePendingBooking(query: Query, id: string, decision: Decision): Promise<DecidedBooking> {
  const [booking] =
    decision.kind === "approve"
      ? await query(
          `update endpoints.service_bookings as booking set status = 'approved', scheduled_at = $2${PENDING_BOOKING}`,
          [id, new Date(decision.scheduledAt)],
        )
      : await query(
          `update endpoints.service_bookings as booking set status = 'declined', decline_reason = $2${PENDING_BOOKING}`,
          [id, decision.reason],
        );
  if (booking) {
    return booking;
  }
  const [existing] = await query("select 1 from public.service_bookings where id = $1", [id]);
  if (!existing) {
    throw unknownBookingError();
  }
  throw new ApiError(409, "already_answered", "This booking has already been approved or declined.");
}

function unknownBookingError(): ApiError {
  return new ApiError(404, "unknown_booking", "This booking no longer exists.");
}
