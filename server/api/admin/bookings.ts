import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { z } from "zod";
import { brand } from "#brand";
import { ApproveBooking, DeclineBooking, formatMeetingTime } from "#domain/bookings/booking-decision.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import type { Query } from "#server/database/database.ts";
import type { EmailContent } from "#server/email/content.ts";
import { getFirmRecipients } from "#server/email/firm-email.ts";
import { type BookingDetails, bookingApproved, bookingDeclined } from "#server/email/messages/booking.ts";
import { queueEmail } from "#server/email/outbox.ts";
import { ApiError } from "#server/http/errors.ts";
import { parseJsonBody } from "#server/http/json-body.ts";
import type { Services } from "#server/services.ts";

const MAX_BODY_BYTES = 16 * 1024;
type Parts = Pick<Services, "database" | "jobs" | "now" | "config">;
type DecidedBooking = BookingDetails & { email: string | null };

/**
 * `POST /api/admin/bookings/{id}/approve` and `/decline` decide a pending booking and queue the client's email in the
 * same transaction. Of two concurrent decisions, the second gets 409.
 */
export function bookingRoutes(parts: Parts): Hono<CallerEnv> {
  const app = new Hono<CallerEnv>();
  const small = bodyLimit({ maxSize: MAX_BODY_BYTES });
  app.post("/bookings/:id/approve", small, async (context) => {
    const { sub } = context.var.caller;
    const { scheduledAt, timeZone } = await parseJsonBody(context, ApproveBooking);
    const time = new Date(scheduledAt);
    if (time.getTime() <= parts.now().getTime()) {
      throw new ApiError(400, "invalid_input", "Choose a future date and time.");
    }
    await decide(parts, sub, context, {
      change: "status = 'approved', scheduled_at = $2",
      value: time,
      message: (booking) =>
        bookingApproved(booking, formatMeetingTime(time, timeZone), parts.config.publicUrl, brand),
    });
    return context.json({ success: true });
  });
  app.post("/bookings/:id/decline", small, async (context) => {
    const { sub } = context.var.caller;
    const { reason } = await parseJsonBody(context, DeclineBooking);
    await decide(parts, sub, context, {
      change: "status = 'declined', decline_reason = $2",
      value: reason,
      message: (booking) => bookingDeclined(booking, reason, brand),
    });
    return context.json({ success: true });
  });
  return app;
}

type Decision = { change: string; value: Date | string; message: (booking: BookingDetails) => EmailContent };

async function decide(
  { database, jobs, config }: Parts,
  actor: string,
  context: Context,
  { change, value, message }: Decision,
): Promise<void> {
  const id = z.guid().safeParse(context.req.param("id"));
  if (!id.success) {
    throw unknownBookingError();
  }
  await database.bypassPolicies({ reason: "approve or decline a booking", actor }, async (query) => {
    const booking = await updatePendingBooking(query, change, id.data, value);
    if (!booking.email) {
      return;
    }
    await queueEmail(query, jobs, {
      deduplicationKey: `booking-answered:${id.data}`,
      kind: "booking-answered",
      recipient: booking.email,
      replyTo: (await getFirmRecipients(query, config))[0],
      ...message(booking),
    });
  });
}

async function updatePendingBooking(
  query: Query,
  change: string,
  id: string,
  value: Date | string,
): Promise<DecidedBooking> {
  const [booking] = await query<DecidedBooking>(
    `update public.service_bookings as booking set ${change}
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
