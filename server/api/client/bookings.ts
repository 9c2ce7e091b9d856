import { Hono } from "hono";
import { z } from "zod";
import { ProposeMeetingTime } from "#domain/bookings/booking-decision.ts";
import { requireClient } from "#server/api/client/require-client.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import { ApiError } from "#server/http/errors.ts";
import { validateJson, validateParams } from "#server/http/validate.ts";
import type { Services } from "#server/services.ts";

const MAX_BODY_BYTES = 16 * 1024;
const BookingPath = z.object({ id: z.guid() });

/**
 * `POST /api/client/bookings/{id}/cancel` cancels the caller's pending request or upcoming meeting. `POST
 * /api/client/bookings/{id}/propose-time` proposes another time for an upcoming meeting, and `DELETE
 * /api/client/bookings/{id}/proposed-time` withdraws it. A job emails the firm and the client.
 */
export function createOwnBookingRoutes({ database, now }: Pick<Services, "database" | "now">) {
  const validId = validateParams(BookingPath, unknownBookingError);
  const clientsOnly = requireClient(
    { database },
    "requests",
    "Your role doesn't include service requests. Ask an owner for access.",
  );
  return new Hono<CallerEnv>()
    .post("/client/bookings/:id/cancel", clientsOnly, validId, async (context) => {
      const { id } = context.req.valid("param");
      const [row] = await database.asCaller(context.var.caller, (query) =>
        query("select endpoints.cancel_booking($1) as outcome", [id]),
      );
      requireSuccess(row?.outcome, "This request can no longer be canceled here. Send us a message instead.");
      return context.json({ success: true });
    })
    .post(
      "/client/bookings/:id/propose-time",
      clientsOnly,
      validateJson(ProposeMeetingTime, { maxBytes: MAX_BODY_BYTES }),
      validId,
      async (context) => {
        const { id } = context.req.valid("param");
        const { proposedAt, note } = context.req.valid("json");
        if (Date.parse(proposedAt) <= now().getTime()) {
          throw new ApiError(400, "invalid_input", "Choose a future date and time.");
        }
        const [row] = await database.asCaller(context.var.caller, (query) =>
          query("select endpoints.propose_meeting_time($1, $2, $3) as outcome", [
            id,
            new Date(proposedAt),
            note,
          ]),
        );
        requireSuccess(
          row?.outcome,
          "This meeting can no longer be rescheduled here. Send us a message instead.",
        );
        return context.json({ success: true });
      },
    )
    .delete("/client/bookings/:id/proposed-time", clientsOnly, validId, async (context) => {
      const { id } = context.req.valid("param");
      const [row] = await database.asCaller(context.var.caller, (query) =>
        query("select endpoints.withdraw_meeting_proposal($1) as outcome", [id]),
      );
      requireSuccess(row?.outcome);
      return context.json({ success: true });
    });
}

/** @param tooLateMessage for a booking in another status, or a meeting in the past */
function requireSuccess(outcome: string | null | undefined, tooLateMessage = ""): void {
  switch (outcome) {
    case "cancelled":
    case "proposed":
    case "withdrawn":
      return;
    case "answered":
      throw new ApiError(409, "already_answered", "We've already responded to the time you proposed.");
    case "too-late":
      throw new ApiError(409, "too_late", tooLateMessage);
    case "too-many":
      throw new ApiError(429, "rate_limited", "You just proposed a time. Wait 1 minute, then try again.");
    default:
      throw unknownBookingError();
  }
}

function unknownBookingError(): ApiError {
  return new ApiError(404, "unknown_booking", "This request no longer exists.");
}
