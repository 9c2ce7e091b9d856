import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { z } from "zod";
import { brand } from "#brand";
import { ApproveBooking, DeclineBooking, meetingWords } from "#domain/booking-answer.ts";
import type { Query } from "#server/database.ts";
import { bookingApproved, bookingDeclined, type ToldBooking } from "#server/email/messages/booking.ts";
import { queueMail } from "#server/email/outbox.ts";
import { ApiError } from "#server/errors.ts";
import { jsonBody } from "#server/json-body.ts";
import type { Services } from "#server/services.ts";

const LARGEST_BODY_BYTES = 16 * 1024;
type Parts = Pick<Services, "database" | "sessions" | "jobs" | "now">;
type Message = { subject: string; text: string };
type Answered = ToldBooking & { email: string | null };

/**
 * `POST /api/admin/bookings/{id}/approve` and `/decline`: answer a pending booking, with the client's mail in the same
 * transaction. Of two answers at once one counts, the other is refused with 409.
 */
export function adminBookings(parts: Parts): Hono {
  const app = new Hono();
  const small = bodyLimit({ maxSize: LARGEST_BODY_BYTES });
  app.post("/api/admin/bookings/:id/approve", small, async (context) => {
    const { sub } = await parts.sessions.requireAdmin(context);
    const { scheduledAt, timeZone } = await jsonBody(context, ApproveBooking);
    const time = new Date(scheduledAt);
    if (time.getTime() <= parts.now().getTime())
      throw new ApiError(400, "invalid_input", "Please choose a time ahead.");
    await answer(parts, sub, context, {
      change: "status = 'approved', scheduled_at = $2",
      value: time,
      message: (booking) => bookingApproved(booking, meetingWords(time, timeZone), brand),
    });
    return context.json({ success: true });
  });
  app.post("/api/admin/bookings/:id/decline", small, async (context) => {
    const { sub } = await parts.sessions.requireAdmin(context);
    const { reason } = await jsonBody(context, DeclineBooking);
    await answer(parts, sub, context, {
      change: "status = 'declined', decline_reason = $2",
      value: reason,
      message: (booking) => bookingDeclined(booking, reason, brand),
    });
    return context.json({ success: true });
  });
  return app;
}

type Answer = { change: string; value: Date | string; message: (booking: ToldBooking) => Message };

async function answer(
  { database, jobs }: Parts,
  actor: string,
  context: Context,
  { change, value, message }: Answer,
): Promise<void> {
  const id = z.guid().safeParse(context.req.param("id"));
  if (!id.success) throw unknownBooking();
  await database.bypassingPolicies({ reason: "answer a booking", actor }, async (query) => {
    const booking = await changeWhilePending(query, change, id.data, value);
    if (!booking.email) return;
    await queueMail(query, jobs, {
      deduplicationKey: `booking-answered:${id.data}`,
      kind: "booking-answered",
      recipient: booking.email,
      ...message(booking),
    });
  });
}

async function changeWhilePending(
  query: Query,
  change: string,
  id: string,
  value: Date | string,
): Promise<Answered> {
  const [booking] = await query<Answered>(
    `update public.service_bookings as booking set ${change}
       from public.clients as client left join public.users as account on account.id = client.user_id
      where booking.id = $1 and booking.status = 'pending' and client.id = booking.client_id
      returning booking.kind, client.company, booking.service_type,
                booking.preferred_start_date::text as preferred_start_date,
                booking.estimated_scope, booking.project_description, booking.urgency, account.email`,
    [id, value],
  );
  if (booking) return booking;
  const [known] = await query("select 1 from public.service_bookings where id = $1", [id]);
  if (!known) throw unknownBooking();
  throw new ApiError(409, "already_answered", "This booking was answered already.");
}

function unknownBooking(): ApiError {
  return new ApiError(404, "unknown_booking", "This booking does not exist any more.");
}
