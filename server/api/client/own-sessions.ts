import { Hono, type MiddlewareHandler } from "hono";
import { z } from "zod";
import { toInstant } from "#domain/dates/instant.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import { getSessionId, requireRecentSignIn } from "#server/auth/require-recent-sign-in.ts";
import { secondFactorRequiredError } from "#server/auth/sessions.ts";
import { ApiError } from "#server/http/errors.ts";
import type { Services } from "#server/services.ts";

/**
 * `GET /api/own-sessions` lists the caller's sessions, newest first, as `{sessions: [{id, created_at, refreshed_at,
 * user_agent, ip, current}]}`. `DELETE /api/own-sessions/{id}` ends one of them. Supabase Auth has no endpoints for
 * this. Both return 403 if the caller has a second factor but has not verified it. Ending a session also requires a
 * recent sign-in, so that a stolen session cannot sign out its owner.
 */
export function createOwnSessionRoutes({ database, now }: Pick<Services, "database" | "now">) {
  const requireSecondFactor: MiddlewareHandler<CallerEnv> = async (context, next) => {
    const [row] = await database.asCaller(context.var.caller, (query) =>
      query("select endpoints.needs_second_factor() as is_needed"),
    );
    if (row?.is_needed !== false) {
      throw secondFactorRequiredError();
    }
    await next();
  };
  return new Hono<CallerEnv>()
    .use("/own-sessions/*", requireSecondFactor)
    .get("/own-sessions", async (context) => {
      const { caller } = context.var;
      const ownSessions = await database.asCaller(caller, (query) =>
        query(
          `select id, created_at, refreshed_at at time zone 'utc' as refreshed_at, user_agent, host(ip) as ip,
                id is not distinct from $1 as current
           from endpoints.list_own_sessions() where not_after is null or not_after > $2
          order by created_at desc, id
          -- not null: created_at`,
          [getSessionId(caller), now()],
        ),
      );
      const sessions = ownSessions.map((session) => ({
        ...session,
        created_at: toInstant(session.created_at),
        refreshed_at: toInstant(session.refreshed_at),
      }));
      return context.json({ success: true, sessions });
    })
    .delete("/own-sessions/:id", async (context) => {
      const { caller } = context.var;
      const id = z.guid().safeParse(context.req.param("id"));
      const isEnded = await database.asCaller(caller, async (query) => {
        await requireRecentSignIn(query, caller, now());
        const [row] = await query("select endpoints.end_own_session($1) as is_ended", [id.data ?? null]);
        return row?.is_ended === true;
      });
      if (!isEnded) {
        throw new ApiError(404, "not_found", "This session no longer exists.");
      }
      return context.json({ success: true });
    });
}
