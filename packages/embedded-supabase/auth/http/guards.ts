import type { Context, MiddlewareHandler } from "hono";
import { parseCredentials, type RequestCredentials } from "../../api-keys.ts";
import { queryRows } from "../../query.ts";
import type { Claims } from "../../tokens/claims.ts";
import { toSessionLevel } from "../../tokens/session-level.ts";
import { findUserById, isBanned, type UserRow } from "../accounts/users.ts";
import type { AuthContext } from "./context.ts";
import { AuthError } from "./errors.ts";

export type AuthVariables = { credentials: RequestCredentials };

/** Rejects requests without a valid API key, and stores the credentials of the others in the context. */
export function requireApiKey(auth: AuthContext): MiddlewareHandler<{ Variables: AuthVariables }> {
  return async (context, next) => {
    const credentials = parseCredentials(context, auth.apiKeys);
    if (!credentials) {
      throw new AuthError(401, "no_authorization", "No API key found in request");
    }
    context.set("credentials", credentials);
    return next();
  };
}

/**
 * Returns the claims of the access token, without checking that its session is active.
 * @throws {AuthError} without a valid access token.
 */
export async function requireAccessToken(
  auth: AuthContext,
  context: Context<{ Variables: AuthVariables }>,
): Promise<Claims> {
  const { token } = context.get("credentials");
  if (token === null) {
    throw new AuthError(401, "no_authorization", "This endpoint requires a valid Bearer token");
  }
  const claims = await auth.accessTokens.verify(token);
  if (!claims) {
    throw new AuthError(403, "bad_jwt", "invalid JWT: unable to parse or verify signature");
  }
  return claims;
}

/**
 * Returns the signed-in user, and the current assurance level of the session, which may be lower than in the token.
 * @throws {AuthError} without a valid access token, after the session has ended, and for banned users.
 */
export async function requireSession(
  auth: AuthContext,
  context: Context<{ Variables: AuthVariables }>,
): Promise<{ claims: Claims; user: UserRow; aal: Claims["aal"] }> {
  const claims = await requireAccessToken(auth, context);
  const at = auth.now();
  const [[session], user] = await Promise.all([
    queryRows(
      auth.pool,
      "select coalesce(aal, 'aal1') as aal from auth.sessions where id = $1 and user_id = $2 and (not_after is null or not_after > $3)",
      [claims.session_id, claims.sub, at],
    ),
    findUserById(auth.pool, claims.sub),
  ]);
  if (!user) {
    throw new AuthError(403, "user_not_found", "User from sub claim in JWT does not exist");
  }
  if (!session) {
    throw new AuthError(403, "session_not_found", "Session from session_id claim in JWT does not exist");
  }
  if (isBanned(user, at)) {
    throw new AuthError(403, "user_banned", "User is banned");
  }
  return { claims, user, aal: toSessionLevel(session.aal) };
}

/** Admin endpoints require the secret key. User tokens are rejected regardless of their claims. */
export const requireServiceRole: MiddlewareHandler<{ Variables: AuthVariables }> = async (context, next) => {
  const { role } = context.get("credentials");
  if (role === "anon") {
    throw new AuthError(401, "no_authorization", "This endpoint requires a valid Bearer token");
  }
  if (role !== "service_role") {
    throw new AuthError(403, "not_admin", "User not allowed");
  }
  return next();
};
