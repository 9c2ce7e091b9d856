import { Hono } from "hono";
import * as z from "zod/mini";
import { BlockedTimeForm, HostForm } from "#domain/scheduling/settings-form.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import { getErrorCode } from "#server/error-code.ts";
import { ApiError } from "#server/http/errors.ts";
import { validateJson, validateParams } from "#server/http/validate.ts";
import { lockSchedule } from "#server/scheduling/reserve-time.ts";
import type { Services } from "#server/services.ts";

const MAX_BODY_BYTES = 16 * 1024;
const IdPath = z.object({ id: z.guid() });
const UNIQUE_VIOLATION = "23505";
/** PostgreSQL 18 reports 23001 for `on delete restrict`, and earlier versions 23503. */
const FOREIGN_KEY_VIOLATIONS = new Set(["23001", "23503"]);

/**
 * `POST /api/admin/scheduling/hosts`, `PUT` and `DELETE /api/admin/scheduling/hosts/{id}` change the hosts. A host who has
 * had consultations can only be deactivated. `POST /api/admin/scheduling/blocked-times` and `DELETE
 * /api/admin/scheduling/blocked-times/{id}` block times and offer them again.
 */
export function createHostRoutes({ database }: Pick<Services, "database">) {
  const validHost = validateJson(HostForm, { maxBytes: MAX_BODY_BYTES });
  return new Hono<CallerEnv>()
    .post("/scheduling/hosts", validHost, async (context) => {
      const host = context.req.valid("json");
      const [row] = await database
        .asCaller(context.var.caller, (query) =>
          query(
            `insert into endpoints.consultation_hosts (name, email, user_id, meeting_url, phone, is_active)
             values ($1, $2, $3, $4, $5, $6) returning id`,
            [host.name, host.email, host.userId, host.meetingUrl, host.phone, host.isActive],
          ),
        )
        .catch(rejectInvalidHost);
      return context.json({ success: true, id: row?.id }, 201);
    })
    .put("/scheduling/hosts/:id", validHost, validateParams(IdPath, unknownHostError), async (context) => {
      const host = context.req.valid("json");
      const { id } = context.req.valid("param");
      const changed = await database
        .asCaller(context.var.caller, (query) =>
          query(
            `update endpoints.consultation_hosts
                set name = $2, email = $3, user_id = $4, meeting_url = $5, phone = $6, is_active = $7
              where id = $1 returning id`,
            [id, host.name, host.email, host.userId, host.meetingUrl, host.phone, host.isActive],
          ),
        )
        .catch(rejectInvalidHost);
      if (changed.length === 0) {
        throw unknownHostError();
      }
      return context.json({ success: true });
    })
    .delete("/scheduling/hosts/:id", validateParams(IdPath, unknownHostError), async (context) => {
      const { id } = context.req.valid("param");
      const deleted = await database
        .asCaller(context.var.caller, (query) =>
          query("delete from endpoints.consultation_hosts where id = $1 returning id", [id]),
        )
        .catch((error) => {
          throw FOREIGN_KEY_VIOLATIONS.has(getErrorCode(error) ?? "")
            ? new ApiError(409, "host_in_use", "This host has consultations. Deactivate the host instead.")
            : error;
        });
      if (deleted.length === 0) {
        throw unknownHostError();
      }
      return context.json({ success: true });
    })
    .post(
      "/scheduling/blocked-times",
      validateJson(BlockedTimeForm, { maxBytes: MAX_BODY_BYTES }),
      async (context) => {
        const { hostId, startsAt, endsAt, reason } = context.req.valid("json");
        const [row] = await database
          .asCaller(context.var.caller, async (query) => {
            await lockSchedule(query);
            return query(
              `insert into endpoints.blocked_times (host_id, starts_at, ends_at, reason) values ($1, $2, $3, $4)
               returning id`,
              [hostId, new Date(startsAt), new Date(endsAt), reason],
            );
          })
          .catch(rejectInvalidHost);
        return context.json({ success: true, id: row?.id }, 201);
      },
    )
    .delete(
      "/scheduling/blocked-times/:id",
      validateParams(IdPath, unknownBlockedTimeError),
      async (context) => {
        const { id } = context.req.valid("param");
        const deleted = await database.asCaller(context.var.caller, (query) =>
          query("delete from endpoints.blocked_times where id = $1 returning id", [id]),
        );
        if (deleted.length === 0) {
          throw unknownBlockedTimeError();
        }
        return context.json({ success: true });
      },
    );
}

function rejectInvalidHost(error: unknown): never {
  const code = getErrorCode(error) ?? "";
  if (code === UNIQUE_VIOLATION) {
    throw new ApiError(409, "duplicate_host", "Another host has this email address.");
  }
  if (FOREIGN_KEY_VIOLATIONS.has(code)) {
    throw unknownHostError();
  }
  throw error;
}

export function unknownHostError(): ApiError {
  return new ApiError(404, "unknown_host", "This host no longer exists.");
}

function unknownBlockedTimeError(): ApiError {
  return new ApiError(404, "unknown_blocked_time", "This time is no longer blocked.");
}
