import { isIP } from "node:net";
import type { Context } from "hono";
import type pg from "pg";
import { queryRows, type StatementRow } from "../../query.ts";
import { toSessionLevel } from "../../tokens/session-level.ts";
import { withTransaction } from "../../transaction.ts";
import { findUserById, isBanned } from "../accounts/users.ts";
import type { AuthContext } from "../http/context.ts";
import { AuthError } from "../http/errors.ts";
import { SESSION_AMR_SQL } from "./amr.ts";
import { type DeriveSuccessor, hashToken } from "./refresh-tokens.ts";
import { createSessionResponse, type OpenedSession, requestOrigin } from "./sessions.ts";

/**
 * How long a used token still returns its successor. Several tabs of a browser may refresh the same token at
 * the same time.
 */
const REUSE_INTERVAL_MS = 10_000;

type TokenRow = StatementRow<typeof SELECT_TOKEN>;

type RefreshResult = { error: AuthError } | OpenedSession;

/**
 * Exchanges a refresh token for new tokens. A token works once. Within 10 seconds, reusing it returns the same
 * successor; later reuse means that the token was copied, and ends the session.
 */
export async function refreshSession(auth: AuthContext, context: Context, token: string): Promise<object> {
  // Load this before the transaction takes a connection. Otherwise, concurrent refreshes could exhaust the pool.
  const deriveSuccessor = await auth.refreshTokens.loadSuccessorFunction();
  // Return the error as a value, so that the transaction commits and a session ended for reuse stays ended.
  const result = await withTransaction(auth.pool, (client) =>
    exchangeToken(auth, context, client, token, deriveSuccessor),
  );
  if ("error" in result) {
    throw result.error;
  }
  return createSessionResponse(auth, result);
}

async function exchangeToken(
  auth: AuthContext,
  context: Context,
  client: pg.PoolClient,
  token: string,
  deriveSuccessor: DeriveSuccessor,
): Promise<RefreshResult> {
  const at = auth.now();
  const stored = await lockTokenRow(client, token);
  if (!stored) {
    return toFailure("refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found");
  }
  if (stored.not_after && stored.not_after <= at) {
    return stored.session_has_active_token
      ? toFailure("session_expired", "Invalid Refresh Token: Session Expired")
      : tokenAlreadyUsed();
  }
  const user = await findUserById(client, stored.user_id);
  if (!user) {
    return toFailure("refresh_token_not_found", "Invalid Refresh Token: Refresh Token Not Found");
  }
  if (isBanned(user, at)) {
    return toFailure("user_banned", "Invalid Refresh Token: User Banned");
  }
  const successor = stored.revoked
    ? await findActiveSuccessor(deriveSuccessor, client, stored, token, at)
    : await rotateToken(auth, context, client, stored, token, deriveSuccessor(token), at);
  if (successor === null) {
    await endReusedSession(client, stored.session_id, at);
    auth.log.warn({ userId: user.id, sessionId: stored.session_id }, "Refresh token reused; session ended");
    return tokenAlreadyUsed();
  }
  const session = { session_id: stored.session_id, aal: toSessionLevel(stored.aal), amr: stored.amr };
  return { user, session, refreshToken: successor };
}

const SELECT_TOKEN = `
  select session.id as session_id, session.user_id, session.aal, session.not_after,
         coalesce(token.revoked, false) as revoked, token.updated_at as used_at,
         exists (select from auth.refresh_tokens as other
                  where other.session_id = session.id and other.revoked is not true) as session_has_active_token,
         ${SESSION_AMR_SQL} as amr
    from auth.refresh_tokens as token join auth.sessions as session on session.id = token.session_id
   where token.token = $1
   -- not null: used_at` as const;

/** Reads the token with its session. Locks the session row first, which serializes concurrent refreshes. */
async function lockTokenRow(client: pg.PoolClient, token: string): Promise<TokenRow | null> {
  const hash = hashToken(token);
  await queryRows(
    client,
    `select from auth.sessions where id = (select session_id from auth.refresh_tokens where token = $1) for update`,
    [hash],
  );
  const [row] = await queryRows(client, SELECT_TOKEN, [hash]);
  return row ?? null;
}

async function rotateToken(
  auth: AuthContext,
  context: Context,
  client: pg.PoolClient,
  stored: TokenRow,
  token: string,
  successor: string,
  at: Date,
): Promise<string> {
  const { address, userAgent } = requestOrigin(auth, context);
  await queryRows(
    client,
    `with revoked as (update auth.refresh_tokens set revoked = true, updated_at = $1::timestamptz where token = $2::text),
     session as (
       update auth.sessions set refreshed_at = $1::timestamptz at time zone 'utc', updated_at = $1,
                                user_agent = $5, ip = coalesce($6::inet, ip)
       where id = $4::uuid)
     insert into auth.refresh_tokens (token, user_id, revoked, created_at, updated_at, parent, session_id)
     values ($3, $7, false, $1, $1, $2, $4)`,
    [
      at,
      hashToken(token),
      hashToken(successor),
      stored.session_id,
      userAgent,
      isIP(address) ? address : null,
      stored.user_id,
    ],
  );
  return successor;
}

/** Returns the active descendant of a token used within the reuse interval; null if there is none. */
async function findActiveSuccessor(
  deriveSuccessor: DeriveSuccessor,
  client: pg.PoolClient,
  stored: TokenRow,
  token: string,
  at: Date,
): Promise<string | null> {
  if (at.getTime() - stored.used_at.getTime() > REUSE_INTERVAL_MS) {
    return null;
  }
  const rows = await queryRows(
    client,
    "select token, revoked from auth.refresh_tokens where session_id = $1 order by id desc",
    [stored.session_id],
  );
  const revoked = new Map(rows.map((row) => [row.token, row.revoked]));
  let descendant = deriveSuccessor(token);
  while (revoked.get(hashToken(descendant)) === true) {
    descendant = deriveSuccessor(descendant);
  }
  if (revoked.has(hashToken(descendant))) {
    return descendant;
  }
  // A second factor was verified in the meantime. The new token is not derived from the old one, so issue
  // another token for this tab.
  if (!rows.some((row) => !row.revoked)) {
    return null;
  }
  await queryRows(
    client,
    `insert into auth.refresh_tokens (token, user_id, revoked, created_at, updated_at, parent, session_id)
     values ($1, $2, false, $3, $3, $4, $5)`,
    [hashToken(descendant), stored.user_id, at, hashToken(token), stored.session_id],
  );
  return descendant;
}

/**
 * Ends a session and revokes its tokens. The rows are kept until expired sessions are removed, so that every token of
 * the session is reported as used instead of unknown.
 */
async function endReusedSession(client: pg.PoolClient, sessionId: string, at: Date): Promise<void> {
  await queryRows(client, "update auth.sessions set not_after = $2, updated_at = $2 where id = $1", [
    sessionId,
    at,
  ]);
  await queryRows(
    client,
    "update auth.refresh_tokens set revoked = true where session_id = $1 and revoked is not true",
    [sessionId],
  );
}

const tokenAlreadyUsed = () => toFailure("refresh_token_already_used", "Invalid Refresh Token: Already Used");

function toFailure(code: string, message: string): RefreshResult {
  return { error: new AuthError(400, code, message) };
}
