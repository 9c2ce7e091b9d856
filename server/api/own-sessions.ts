import { type Context, Hono } from "hono";
import { z } from "zod";
import { RECENT_SIGN_IN_MINUTES } from "#domain/recent-sign-in.ts";
import { ApiError } from "#server/errors.ts";
import type { Services } from "#server/services.ts";
import { type PersonClaims, secondFactorRequired } from "#server/sessions.ts";

/**
 * `GET /api/own-sessions`: where the caller is signed in, the newest first, as `{sessions: [{id, created_at,
 * refreshed_at, user_agent, ip, current}]}`; `DELETE /api/own-sessions/{id}` ends one of them, with 404 for any other.
 * Supabase Auth keeps these rows and has no address for them. Whoever has a second factor, client or administrator, must
 * have given it, as for everything else, or is answered 403; so is who ends a session without a recent sign-in, or a
 * stolen session could sign out its owner.
 */
export function ownSessions({
  database,
  sessions,
  now,
}: Pick<Services, "database" | "sessions" | "now">): Hono {
  const app = new Hono();
  async function requireOwner(context: Context): Promise<PersonClaims> {
    const claims = await sessions.requirePerson(context);
    if (claims.aal === "aal2") return claims;
    const factors = await database.bypassingPolicies({ reason: "see who has a second factor" }, (query) =>
      query("select from auth.mfa_factors where user_id = $1 and status = 'verified' limit 1", [claims.sub]),
    );
    if (factors.length > 0) throw secondFactorRequired();
    return claims;
  }
  async function requireRecentSignIn(sessionId: PersonClaims["session_id"]): Promise<void> {
    const proofs = await database.bypassingPolicies({ reason: "see how old a sign-in is" }, (query) =>
      query(
        `select from auth.mfa_amr_claims
         where session_id = $1 and updated_at >= $2::timestamptz - make_interval(mins => $3) limit 1`,
        [sessionId, now(), RECENT_SIGN_IN_MINUTES],
      ),
    );
    if (proofs.length === 0)
      throw new ApiError(403, "reauthentication_needed", "Please sign in again to do this.");
  }
  app.get("/api/own-sessions", async (context) => {
    const { sub, session_id } = await requireOwner(context);
    const own = await database.bypassingPolicies({ reason: "show a person's own sessions" }, (query) =>
      query(
        `select id, created_at, refreshed_at at time zone 'utc' as refreshed_at, user_agent, host(ip) as ip,
                id = $2 as current
           from auth.sessions where user_id = $1 and (not_after is null or not_after > $3)
          order by created_at desc, id`,
        [sub, session_id, now()],
      ),
    );
    return context.json({ success: true, sessions: own });
  });
  app.delete("/api/own-sessions/:id", async (context) => {
    const { sub, session_id } = await requireOwner(context);
    await requireRecentSignIn(session_id);
    const id = z.guid().safeParse(context.req.param("id"));
    const ended = await database.bypassingPolicies({ reason: "end a person's own session" }, (query) =>
      query("delete from auth.sessions where id = $1 and user_id = $2 returning id", [id.data ?? null, sub]),
    );
    if (ended.length === 0) throw new ApiError(404, "not_found", "There is no such session of yours.");
    return context.json({ success: true });
  });
  return app;
}
