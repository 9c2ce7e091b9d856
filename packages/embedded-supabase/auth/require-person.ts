import type { Context, MiddlewareHandler } from "hono";
import { type Sender, senderOf } from "../api-keys.ts";
import type { Claims } from "../tokens/claims.ts";
import type { AuthContext } from "./context.ts";
import { AuthError } from "./errors.ts";
import { isBanned, type UserRow, userById } from "./users.ts";

export type Variables = { sender: Sender };

/** Refuses requests without a known key, and remembers who sends the others. */
export function requireApiKey(auth: AuthContext): MiddlewareHandler<{ Variables: Variables }> {
  return async (context, next) => {
    const sender = senderOf(context, auth.apiKeys);
    if (!sender) throw new AuthError(401, "no_authorization", "No API key found in request");
    context.set("sender", sender);
    return next();
  };
}

/**
 * The signed-in person behind a request, with the level the session has now. Throws an AuthError without a valid token, once the session has ended, and
 * for a banned account.
 */
export async function requirePerson(
  auth: AuthContext,
  context: Context<{ Variables: Variables }>,
): Promise<{ claims: Claims; user: UserRow; aal: Claims["aal"] }> {
  const { token } = context.get("sender");
  if (token === null)
    throw new AuthError(401, "no_authorization", "This endpoint requires a valid Bearer token");
  const claims = await auth.accessTokens.claims(token);
  if (!claims) throw new AuthError(403, "bad_jwt", "invalid JWT: unable to parse or verify signature");
  const at = auth.now();
  const [{ rows }, user] = await Promise.all([
    auth.pool.query<{ aal: Claims["aal"] }>(
      "select coalesce(aal, 'aal1') as aal from auth.sessions where id = $1 and user_id = $2 and (not_after is null or not_after > $3)",
      [claims.session_id, claims.sub, at],
    ),
    userById(auth.pool, claims.sub),
  ]);
  if (!user) throw new AuthError(403, "user_not_found", "User from sub claim in JWT does not exist");
  const [session] = rows;
  if (!session) {
    throw new AuthError(403, "session_not_found", "Session from session_id claim in JWT does not exist");
  }
  if (isBanned(user, at)) throw new AuthError(403, "user_banned", "User is banned");
  return { claims, user, aal: session.aal };
}

/** Only the secret key may manage accounts; no person's token does, whatever its claims say. */
export const requireServiceRole: MiddlewareHandler<{ Variables: Variables }> = async (context, next) => {
  const { role } = context.get("sender");
  if (role === "anon")
    throw new AuthError(401, "no_authorization", "This endpoint requires a valid Bearer token");
  if (role !== "service_role") throw new AuthError(403, "not_admin", "User not allowed");
  return next();
};
