import { Hono } from "hono";
import * as z from "zod/mini";
import { brand } from "#brand";
import { CancelConsultation, MoveConsultation } from "#domain/consultations/consultation-request.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import { queueCancellation } from "#server/consultations/announce-consultation.ts";
import { readConsultation } from "#server/consultations/find-consultation.ts";
import { listProblems } from "#server/consultations/list-problems.ts";
import { moveConsultation } from "#server/consultations/move-consultation.ts";
import type { Query } from "#server/database/database.ts";
import { queueCallerEmail } from "#server/email/outbox.ts";
import { ApiError } from "#server/http/errors.ts";
import { validateJson, validateParams, validateQuery } from "#server/http/validate.ts";
import { FREE_TIMES_QUERY_MESSAGE, FreeTimesQuery, listFreeTimes } from "#server/scheduling/free-times.ts";
import { readSchedulingSettings } from "#server/scheduling/read-availability.ts";
import { lockSchedule } from "#server/scheduling/reserve-time.ts";
import type { Services } from "#server/services.ts";

const MAX_BODY_BYTES = 16 * 1024;
const ConsultationPath = z.object({ id: z.guid() });
const HostTimesQuery = z.extend(FreeTimesQuery, { hostId: z.optional(z.guid()) });

/**
 * `POST /api/admin/consultations/{id}/cancel` cancels a consultation that has not started and emails the visitor and the
 * host. `POST /api/admin/consultations/{id}/reschedule` moves a confirmed one, and `GET
 * /api/admin/consultations/{id}/free-times` lists the times for it. `POST /api/admin/consultations/{id}/no-show` records that the visitor did not attend. `GET
 * /api/admin/consultations/problems` lists those at whose time a calendar or an administrator has blocked the host, which
 * are never canceled automatically, and reached limits.
 */
export function createConsultationRoutes(services: Pick<Services, "database" | "config" | "now">) {
  const { database, config, now } = services;
  const validId = validateParams(ConsultationPath, unknownConsultationError);
  return new Hono<CallerEnv>()
    .get("/consultations/problems", async (context) => context.json(await listProblems(services)))
    .post(
      "/consultations/:id/cancel",
      validateJson(CancelConsultation, { maxBytes: MAX_BODY_BYTES }),
      validId,
      async (context) => {
        const { id } = context.req.valid("param");
        const { reason } = context.req.valid("json");
        await database.asCaller(context.var.caller, async (query) => {
          await lockSchedule(query);
          const [cancelled] = await query(
            `update endpoints.consultations
                set status = 'cancelled', cancelled_at = $2, cancelled_by = 'firm', cancel_reason = $3,
                    calendar_sequence = calendar_sequence + 1
              where id = $1 and status in ('held', 'confirmed') and starts_at > $2 returning id`,
            [id, now(), reason],
          );
          if (!cancelled) {
            await requireConsultation(query, id);
            throw new ApiError(409, "not_upcoming", "This consultation was canceled or has already started.");
          }
          const consultation = await readConsultation(query, id);
          // The address of a hold is not confirmed, so it may be someone else's.
          if (consultation.confirmed_at !== null) {
            const { time_zone: timeZone } = await readSchedulingSettings(query);
            await queueCancellation(config.publicUrl, consultation, timeZone ?? brand.timeZone, (email) =>
              queueCallerEmail(query, email),
            );
          }
        });
        return context.json({ success: true });
      },
    )
    .get(
      "/consultations/:id/free-times",
      validId,
      validateQuery(HostTimesQuery, FREE_TIMES_QUERY_MESSAGE),
      async (context) => {
        const { id: consultationId } = context.req.valid("param");
        const request = context.req.valid("query");
        await database.asCaller(context.var.caller, (query) => requireConsultation(query, consultationId));
        return context.json(await listFreeTimes(services, { ...request, moved: { consultationId } }));
      },
    )
    .post(
      "/consultations/:id/reschedule",
      validateJson(MoveConsultation, { maxBytes: MAX_BODY_BYTES }),
      validId,
      async (context) => {
        const { id } = context.req.valid("param");
        await moveConsultation(services, context.var.caller, id, context.req.valid("json"));
        return context.json({ success: true });
      },
    )
    .post("/consultations/:id/no-show", validId, async (context) => {
      const { id } = context.req.valid("param");
      await database.asCaller(context.var.caller, async (query) => {
        await lockSchedule(query);
        const [changed] = await query(
          `update endpoints.consultations set status = 'no_show'
            where id = $1 and status = 'confirmed' and starts_at <= $2 returning id`,
          [id, now()],
        );
        if (!changed) {
          await requireConsultation(query, id);
          throw new ApiError(
            409,
            "not_started",
            "Only a confirmed consultation that has started can be a no-show.",
          );
        }
      });
      return context.json({ success: true });
    });
}

/** @throws {ApiError} 404 for an unknown consultation */
async function requireConsultation(query: Query, id: string): Promise<void> {
  const [existing] = await query("select 1 from endpoints.consultations where id = $1", [id]);
  if (!existing) {
    throw unknownConsultationError();
  }
}

function unknownConsultationError(): ApiError {
  return new ApiError(404, "unknown_consultation", "This consultation no longer exists.");
}
