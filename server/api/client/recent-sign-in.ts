import { Hono } from "hono";
import type { CallerEnv } from "#server/auth/guards.ts";
import { requireRecentSignIn } from "#server/auth/require-recent-sign-in.ts";
import type { Services } from "#server/services.ts";

/**
 * `GET /api/recent-sign-in` returns 403 `reauthentication_needed` unless the caller signed in recently. Pages call it
 * before they change an email address or a factor, because Supabase Auth in a hosted project does not require a recent
 * sign-in.
 */
export function createRecentSignInRoutes({ database, now }: Pick<Services, "database" | "now">) {
  return new Hono<CallerEnv>().get("/recent-sign-in", async (context) => {
    const { caller } = context.var;
    await database.asCaller(caller, (query) => requireRecentSignIn(query, caller, now()));
    return context.json({ success: true });
  });
}
