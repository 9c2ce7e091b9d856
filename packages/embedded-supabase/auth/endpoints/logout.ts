import { Hono } from "hono";
import type { AuthContext } from "../context.ts";
import { AuthError } from "../errors.ts";
import { requireRecentSignIn } from "../recent-proof.ts";
import { requirePerson, type Variables } from "../require-person.ts";
import { endSessions, type SignOutScope } from "../sessions.ts";

const scopes: readonly string[] = ["global", "local", "others"] satisfies SignOutScope[];

/** POST /logout?scope=global|local|others; to end the others and stay needs a recent sign-in. */
export function logout(auth: AuthContext): Hono<{ Variables: Variables }> {
  return new Hono<{ Variables: Variables }>().post("/logout", async (context) => {
    const scope = context.req.query("scope") ?? "global";
    if (!isScope(scope)) throw new AuthError(400, "validation_failed", "Unsupported logout scope");
    const { claims } = await requirePerson(auth, context);
    if (scope === "others") await requireRecentSignIn(auth.pool, claims.session_id, auth.now());
    await endSessions(auth.pool, claims.sub, scope, claims.session_id);
    return context.body(null, 204);
  });
}

const isScope = (text: string): text is SignOutScope => scopes.includes(text);
