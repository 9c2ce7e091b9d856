import { randomUUID } from "node:crypto";
import { isIP } from "node:net";
import type { Context } from "hono";
import type pg from "pg";
import { executePrepared, queryRows } from "../../query.ts";
import type { Claims } from "../../tokens/claims.ts";
import { ACCESS_TOKEN_TTL_SECONDS } from "../../tokens/signing-keys.ts";
import { serializeUser, type UserRow } from "../accounts/users.ts";
import type { AuthContext } from "../http/context.ts";
import { hashToken } from "./refresh-tokens.ts";

type Session = Pick<Claims, "session_id" | "aal" | "amr">;

/** Absolute lifetime, regardless of activity. */
const MAX_SESSION_MS = 30 * 24 * 3600 * 1000;
const MAX_USER_AGENT_LENGTH = 512;

/** Client address and user agent, as stored with a session. */
export function requestOrigin(auth: AuthContext, context: Context): { address: string; userAgent: string } {
  return {
    address: auth.clientAddress(context),
    userAgent: (context.req.header("user-agent") ?? "").slice(0, MAX_USER_AGENT_LENGTH),
  };
}

/** A new session before its access token is signed. */
export type OpenedSession = { user: UserRow; session: Session; refreshToken: string };

/**
 * Opens a session for a user who has just authenticated by `method` (an `amr` value). Returns null if the password was
 * changed or the account deleted during authentication.
 */
export async function openSession(
  auth: AuthContext,
  context: Context,
  user: UserRow,
  method: string,
  database: Pick<pg.Pool, "query"> = auth.pool,
): Promise<OpenedSession | null> {
  const { address, userAgent } = requestOrigin(auth, context);
  const id = randomUUID();
  const refreshToken = auth.refreshTokens.generate();
  const at = auth.now();
  const openedCount = await executePrepared(
    database,
    "auth-open-session",
    `with account as (
       update auth.users set last_sign_in_at = $3::timestamptz
       where id = $2::uuid and encrypted_password is not distinct from $4 and deleted_at is null returning id),
     identity as (
       update auth.identities set last_sign_in_at = $3, updated_at = $3 from account
       where user_id = account.id and provider = 'email'),
     session as (
       insert into auth.sessions (id, user_id, created_at, updated_at, aal, not_after, user_agent, ip)
       select $1::uuid, id, $3, $3, 'aal1', $5, $6, $7 from account returning id),
     method as (
       insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
       select gen_random_uuid(), id, $3, $3, $9 from session)
     insert into auth.refresh_tokens (token, user_id, revoked, created_at, updated_at, session_id)
     select $8, $2::uuid::text, false, $3, $3, id from session`,
    [
      id,
      user.id,
      at,
      user.encrypted_password,
      new Date(at.getTime() + MAX_SESSION_MS),
      userAgent,
      isIP(address) ? address : null,
      hashToken(refreshToken),
      method,
    ],
  );
  if (openedCount === 0) {
    return null;
  }
  const amr = [{ method, timestamp: Math.floor(at.getTime() / 1000) }];
  return {
    user: { ...user, last_sign_in_at: at },
    session: { session_id: id, aal: "aal1", amr },
    refreshToken,
  };
}

/** Tokens and user, in the format supabase-js expects. */
type SessionResponse = {
  access_token: string;
  token_type: "bearer";
  expires_in: number;
  expires_at: number;
  refresh_token: string;
  user: object;
};

/** Signs the access token and builds the response of `/token`. */
export async function createSessionResponse(
  auth: AuthContext,
  { user, session, refreshToken }: OpenedSession,
): Promise<SessionResponse> {
  const { token, claims } = await auth.accessTokens.issue({
    ...session,
    sub: user.id,
    email: user.email,
    phone: user.phone ?? "",
    app_metadata: user.raw_app_meta_data ?? {},
    user_metadata: user.raw_user_meta_data ?? {},
    is_anonymous: user.is_anonymous,
  });
  return {
    access_token: token,
    token_type: "bearer",
    expires_in: ACCESS_TOKEN_TTL_SECONDS,
    expires_at: claims.exp,
    refresh_token: refreshToken,
    user: serializeUser(user),
  };
}

export type SignOutScope = "global" | "local" | "others";

/** Ends all of a user's sessions, only the given one, or all others. Their tokens stop working immediately. */
export async function endSessions(
  database: Pick<pg.Pool, "query">,
  userId: string,
  scope: SignOutScope,
  sessionId: string | null,
): Promise<void> {
  await queryRows(
    database,
    `delete from auth.sessions
     where user_id = $1 and case $2 when 'local' then id = $3 when 'others' then id is distinct from $3 else true end`,
    [userId, scope, sessionId],
  );
}
