import { Hono } from "hono";
import type { AuthContext } from "../http/context.ts";
import { AuthError } from "../http/errors.ts";
import { type AuthVariables, requireSession } from "../http/guards.ts";
import { requireRecentSignIn } from "../sessions/require-recent-sign-in.ts";
import { endSessions, type SignOutScope } from "../sessions/sessions.ts";

const SCOPES: readonly string[] = ["global", "local", "others"] satisfies SignOutScope[];

/** POST /logout?scope=global|local|others. The scope `others` requires a recent sign-in. */
export function logoutRoute(auth: AuthContext): Hono<{ Variables: AuthVariables }> {
  return new Hono<{ Variables: AuthVariables }>().post("/logout", async (context) => {
    const scope = context.req.query("scope") ?? "global";
    if (!isScope(scope)) {
      throw new AuthError(400, "validation_failed", "Unsupported logout scope");
    }
    const { claims } = await requireSession(auth, context);
    if (scope === "others") {
      await requireRecentSignIn(auth.pool, claims.session_id, auth.now());
    }
    await endSessions(auth.pool, claims.sub, scope, claims.session_id);
    return context.body(null, 204);
  });
}

const isScope = (text: string): text is SignOutScope => SCOPES.includes(text);
