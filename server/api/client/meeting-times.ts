import { Hono } from "hono";
import * as z from "zod/mini";
import { PickMeetingTime } from "#domain/bookings/booking-decision.ts";
import { requireClient } from "#server/api/client/require-client.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import type { UserClaims } from "#server/auth/sessions.ts";
import { pickMeetingTime } from "#server/bookings/pick-meeting-time.ts";
import { countRequest } from "#server/http/count-request.ts";
import { ApiError } from "#server/http/errors.ts";
import type { RateLimit } from "#server/http/rate-limits.ts";
import { validateJson, validateParams, validateQuery } from "#server/http/validate.ts";
import { FREE_TIMES_QUERY_MESSAGE, FreeTimesQuery, listFreeTimes } from "#server/scheduling/free-times.ts";
import type { Services } from "#server/services.ts";

const MAX_BODY_BYTES = 16 * 1024;
/** Lists are not cached, because they depend on the meeting's time and length. */
const LISTS_PER_MEMBER: RateLimit = { name: "meeting-times", points: 100, seconds: 600 };
const BookingPath = z.object({ id: z.guid() });

/**
 * `GET /api/client/bookings/{id}/free-times` lists free times for a pending request or an upcoming meeting, which clients
 * can propose, at most 100 times in 10 minutes. `POST /api/client/bookings/{id}/schedule` approves the request with one of
 * them, or reschedules the meeting. It requires that the firm lets clients pick times.
 */
export function createMeetingTimeRoutes(
  services: Pick<Services, "database" | "jobs" | "config" | "now" | "rateLimits">,
) {
  const { database } = services;
  const validId = validateParams(BookingPath, unknownBookingError);
  const clientsOnly = requireClient(
    services,
    "requests",
    "Your role doesn't include service requests. Ask an owner for access.",
  );

  /** @throws {ApiError} 403 if clients cannot pick times */
  async function requireTimePicking(caller: UserClaims): Promise<void> {
    const [settings] = await database.asCaller(caller, (query) =>
      query("select clients_pick_times from public.scheduling_settings"),
    );
    if (!settings?.clients_pick_times) {
      throw new ApiError(403, "not_authorized", "Propose a time instead, and we'll confirm it.");
    }
  }

  /** Returns the caller's booking. @throws {ApiError} 404 or 409 for other bookings */
  async function requireBooking(caller: UserClaims, id: string) {
    return database.asCaller(caller, async (query) => {
      const [booking] = await query(
        `select id, client_id, kind, status, scheduled_at, meeting_minutes from public.service_bookings
          where id = $1 and client_id = access.current_client_id('requests')`,
        [id],
      );
      if (!booking) {
        throw unknownBookingError();
      }
      if (booking.kind === "quote") {
        throw new ApiError(
          409,
          "not_a_booking",
          "We reply to quote requests with a quote, so you don't need to pick a time.",
        );
      }
      return booking;
    });
  }

  return new Hono<CallerEnv>()
    .get(
      "/client/bookings/:id/free-times",
      clientsOnly,
      validId,
      validateQuery(FreeTimesQuery, FREE_TIMES_QUERY_MESSAGE),
      async (context) => {
        const { caller } = context.var;
        await countRequest(services, LISTS_PER_MEMBER, caller.sub);
        const booking = await requireBooking(caller, context.req.valid("param").id);
        const moved = { bookingId: booking.id, durationMinutes: booking.meeting_minutes };
        return context.json(await listFreeTimes(services, { ...context.req.valid("query"), moved }));
      },
    )
    .post(
      "/client/bookings/:id/schedule",
      clientsOnly,
      validateJson(PickMeetingTime, { maxBytes: MAX_BODY_BYTES }),
      validId,
      async (context) => {
        await requireTimePicking(context.var.caller);
        const booking = await requireBooking(context.var.caller, context.req.valid("param").id);
        const result = await pickMeetingTime(services, booking, context.req.valid("json"));
        return result.ok
          ? context.json({ success: true })
          : context.json(
              {
                success: false,
                error: "That time was just taken. Choose another one.",
                code: result.reason,
                freeTimes: result.freeTimes,
              },
              409,
            );
      },
    );
}

function unknownBookingError(): ApiError {
  return new ApiError(404, "unknown_booking", "This request no longer exists.");
}
