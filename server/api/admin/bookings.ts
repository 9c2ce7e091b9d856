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
type Parts = Pick<Services, "database" | "now" | "config">;
type DecidedBooking = BookingDetails & { email: string | null };

/**
 * `POST /api/admin/bookings/{id}/approve` and `/decline` decide a pending booking and queue the client's email in the
 * same transaction. Of two concurrent decisions, the second gets 409.
 */
export function bookingRoutes(parts: Parts) {
  const validId = validateParams(BookingPath, unknownBookingError);
  return new Hono<CallerEnv>()
    .post(
      "/bookings/:id/approve",
      validateJson(ApproveBooking, { maxBytes: MAX_BODY_BYTES }),
      validId,
      async (context) => {
        const { scheduledAt, timeZone } = context.req.valid("json");
        const time = new Date(scheduledAt);
        if (time.getTime() <= parts.now().getTime()) {
          throw new ApiError(400, "invalid_input", "Choose a future date and time.");
        }
        await decide(parts, context.var.caller, {
          id: context.req.valid("param").id,
          decision: "approve",
          value: time,
          message: (booking) =>
            bookingApproved(booking, formatMeetingTime(time, timeZone), parts.config.publicUrl, brand),
        });
        return context.json({ success: true });
      },
    )
    .post(
      "/bookings/:id/decline",
      validateJson(DeclineBooking, { maxBytes: MAX_BODY_BYTES }),
      validId,
      async (context) => {
        const { reason } = context.req.valid("json");
        await decide(parts, context.var.caller, {
          id: context.req.valid("param").id,
          decision: "decline",
          value: reason,
          message: (booking) => bookingDeclined(booking, reason, brand),
        });
        return context.json({ success: true });
      },
    );
}

/** The changes of a booking. $2 is the value of the decision. */
const CHANGES = {
  approve: "status = 'approved', scheduled_at = $2",
  decline: "status = 'declined', decline_reason = $2",
} as const;

type Decision = {
  id: string;
  decision: keyof typeof CHANGES;
  value: Date | string;
  message: (booking: BookingDetails) => EmailContent;
};

async function decide(
  { database, config }: Parts,
  caller: UserClaims,
  { id, decision, value, message }: Decision,
): Promise<void> {
  await database.asCaller(caller, async (query) => {
    const booking = await updatePendingBooking(query, decision, id, value);
    if (!booking.email) {
      return;
    }
    await queueCallerEmail(query, {
      deduplicationKey: `booking-answered:${id}`,
      kind: "booking-answered",
      recipient: booking.email,
      replyTo: (await getFirmRecipients(query, config))[0],
      ...message(booking),
    });
  });
}

async function updatePendingBooking(
  query: Query,
  decision: keyof typeof CHANGES,
  id: string,
  value: Date | string,
): Promise<DecidedBooking> {
  const [booking] = await query(
    `update endpoints.service_bookings as booking set ${CHANGES[decision]}
       from public.clients as client left join public.users as account on account.id = client.user_id
      where booking.id = $1 and booking.status = 'pending' and client.id = booking.client_id
      returning booking.kind, client.company, booking.service_type,
                booking.preferred_start_date::text as preferred_start_date,
                booking.estimated_scope, booking.project_description, booking.urgency, account.email`,
    [id, value],
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
