import { Hono } from "hono";
import type { AuthContext } from "../http/context.ts";
import { AuthError } from "../http/errors.ts";
import { type AuthVariables, requireSession } from "../http/guards.ts";
import { requireRecentSignIn } from "../sessions/require-recent-sign-in.ts";
import { endSessions, type SignOutScope } from "../sessions/sessions.ts";

const SCOPES: readonly string[] = ["global", "local", "others"] satisfies SignOutScope[];

/**
 * POST /logout?scope=global|local|others. Ending other sessions requires aal2 if the user has a second factor. The scope
 * `others` also requires a recent sign-in.
 */
export function logoutRoute(auth: AuthContext): Hono<{ Variables: AuthVariables }> {
  return new Hono<{ Variables: AuthVariables }>().post("/logout", async (context) => {
    const scope = context.req.query("scope") ?? "global";
    if (!isScope(scope)) {
      throw new AuthError(400, "validation_failed", "Unsupported logout scope");
    }
    const { claims, user, aal } = await requireSession(auth, context);
    if (scope !== "local" && user.has_factor && aal !== "aal2") {
      // With status 401 or 403, supabase-js would report a successful sign-out.
      throw new AuthError(422, "insufficient_aal", "AAL2 required to end other sessions");
    }
    if (scope === "others") {
      await requireRecentSignIn(auth.pool, claims.session_id, auth.now());
    }
    await endSessions(auth.pool, claims.sub, scope, claims.session_id);
    return context.body(null, 204);
  });
}

const isScope = (text: string): text is SignOutScope => SCOPES.includes(text);
