import { randomUUID } from "node:crypto";
import type pg from "pg";
import { execute, queryRows } from "../../query.ts";
import type { Claims } from "../../tokens/claims.ts";
import { withTransaction } from "../../transaction.ts";
import { lockUser, requireUser } from "../accounts/users.ts";
import type { AuthContext } from "../http/context.ts";
import { AuthError } from "../http/errors.ts";
import { getSessionAmr } from "../sessions/amr.ts";
import { hashToken } from "../sessions/refresh-tokens.ts";
import { createSessionResponse, type OpenedSession } from "../sessions/sessions.ts";
import { AMR_METHODS, type FactorRow } from "./factor.ts";

/** Stores a proof in the database so that it cannot be reused. Throws if it was already used. */
export type RecordProof = (client: pg.PoolClient) => Promise<void>;

/**
 * Elevates the session to aal2: marks the factor as verified and replaces the session's tokens. Ends the
 * user's other sessions that are still at aal1, and deletes unfinished enrollments of the same factor type.
 */
export async function elevateSession(
  auth: AuthContext,
  claims: Claims,
  factor: FactorRow,
  recordProof: RecordProof,
): Promise<object> {
  const elevated = await withTransaction(auth.pool, async (client): Promise<OpenedSession> => {
    // Lock the user first. Otherwise, two sessions that end each other would deadlock.
    await lockUser(client, claims.sub);
    await markElevated(client, claims, factor, auth.now());
    await recordProof(client);
    await removeWeakerSessions(client, claims, factor);
    const refreshToken = await replaceRefreshToken(auth, client, claims);
    const [user, amr] = [
      await requireUser(client, claims.sub),
      await getSessionAmr(client, claims.session_id),
    ];
    return { user, session: { session_id: claims.session_id, aal: "aal2", amr }, refreshToken };
  });
  return createSessionResponse(auth, elevated);
}

async function markElevated(
  client: pg.PoolClient,
  { sub, session_id: session }: Claims,
  factor: FactorRow,
  at: Date,
): Promise<void> {
  const rowCount = await execute(
    client,
    "update auth.sessions set aal = 'aal2', factor_id = $3, updated_at = $4 where id = $1 and user_id = $2",
    [session, sub, factor.id, at],
  );
  if (rowCount === 0) {
    throw new AuthError(403, "session_not_found", "Session from session_id claim in JWT does not exist");
  }
  await queryRows(
    client,
    `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
     values ($1, $2, $3, $3, $4)
     on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at`,
    [randomUUID(), session, at, AMR_METHODS[factor.factor_type]],
  );
  const verifiedCount = await execute(
    client,
    "update auth.mfa_factors set status = 'verified', updated_at = $2 where id = $1",
    [factor.id, at],
  );
  if (verifiedCount === 0) {
    throw new AuthError(404, "mfa_factor_not_found", "Factor not found");
  }
}

async function removeWeakerSessions(
  client: pg.PoolClient,
  { sub, session_id: session }: Claims,
  factor: FactorRow,
): Promise<void> {
  await queryRows(
    client,
    "delete from auth.sessions where user_id = $1 and id <> $2 and coalesce(aal, 'aal1') < 'aal2'",
    [sub, session],
  );
  await queryRows(
    client,
    "delete from auth.mfa_factors where user_id = $1 and status = 'unverified' and factor_type = $2",
    [sub, factor.factor_type],
  );
}

async function replaceRefreshToken(
  auth: AuthContext,
  client: pg.PoolClient,
  { sub, session_id: session }: Claims,
): Promise<string> {
  const at = auth.now();
  const token = auth.refreshTokens.generate();
  await queryRows(
    client,
    `with revoked as (
       update auth.refresh_tokens set revoked = true, updated_at = $4
       where session_id = $2 and not revoked returning id, token)
     insert into auth.refresh_tokens (token, user_id, revoked, created_at, updated_at, parent, session_id)
     select $1, $3, false, $4::timestamptz, $4, (select token from revoked order by id desc limit 1), $2::uuid`,
    [hashToken(token), session, sub, at],
  );
  return token;
}
