import { Hono } from "hono";
import { ClientConsultationRequest } from "#domain/consultations/consultation-request.ts";
import { requireClient } from "#server/api/client/require-client.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import { type BookingServices, bookConsultation } from "#server/consultations/book-consultation.ts";
import { ApiError } from "#server/http/errors.ts";
import { validateJson } from "#server/http/validate.ts";

const MAX_BODY_BYTES = 64 * 1024;

/**
 * `POST /api/client/consultations` books a consultation for the caller's client. It is confirmed immediately, because the
 * caller's address is verified.
 */
export function createOwnConsultationRoutes(services: BookingServices) {
  const { database } = services;
  const clientsOnly = requireClient(
    services,
    "requests",
    "Your role doesn't include service requests. Ask an owner for access.",
  );
  return new Hono<CallerEnv>().post(
    "/client/consultations",
    clientsOnly,
    validateJson(ClientConsultationRequest, { maxBytes: MAX_BODY_BYTES }),
    async (context) => {
      const { caller } = context.var;
      const [client] = await database.asCaller(caller, (query) =>
        query("select id, company from public.clients where id = access.current_client_id('requests')"),
      );
      if (!client) {
        throw new ApiError(403, "not_authorized", "Select a client first.");
      }
      const result = await bookConsultation(
        services,
        { ...context.req.valid("json"), email: caller.email, company: client.company },
        { clientId: client.id },
      );
      return result.ok
        ? context.json({ success: true, consultation: result.consultation, manageUrl: result.manageUrl })
        : context.json(
            {
              success: false,
              error: "That time was just taken. Choose another one.",
              code: "time_taken",
              freeTimes: result.freeTimes,
            },
            409,
          );
    },
  );
}
