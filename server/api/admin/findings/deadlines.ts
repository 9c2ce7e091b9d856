import { Hono } from "hono";
import { SaveDeadlines } from "#domain/findings/deadline.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import { ApiError } from "#server/http/errors.ts";
import { validateJson } from "#server/http/validate.ts";
import type { Services } from "#server/services.ts";

const MAX_BODY_BYTES = 4 * 1024;

/**
 * `PUT /api/admin/finding-deadlines` sets the days in which findings of each severity are to be fixed, for all clients or one
 * client. Applies to findings that are published later.
 */
export function createDeadlineRoutes({ database }: Pick<Services, "database">) {
  return new Hono<CallerEnv>().put(
    "/finding-deadlines",
    validateJson(SaveDeadlines, { maxBytes: MAX_BODY_BYTES }),
    async (context) => {
      const { clientId, deadlines } = context.req.valid("json");
      if (clientId === null && deadlines === null) {
        throw new ApiError(400, "invalid_input", "The default deadlines can't be removed.");
      }
      await database.asCaller(context.var.caller, async (query) => {
        if (clientId) {
          const [client] = await query("select 1 from public.clients where id = $1", [clientId]);
          if (!client) {
            throw new ApiError(404, "unknown_client", "This client no longer exists.");
          }
        }
        await query("delete from endpoints.finding_deadlines where client_id is not distinct from $1", [
          clientId,
        ]);
        const entries = Object.entries(deadlines ?? {});
        await query(
          `insert into endpoints.finding_deadlines (client_id, severity, days)
           select $1, entry.severity, nullif(entry.days, '')::integer
             from unnest($2::text[], $3::text[]) as entry (severity, days)`,
          [clientId, entries.map(([severity]) => severity), entries.map(([, days]) => String(days ?? ""))],
        );
      });
      return context.json({ success: true });
    },
  );
}
