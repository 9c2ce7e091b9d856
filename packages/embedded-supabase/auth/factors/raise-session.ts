import { randomUUID } from "node:crypto";
import type pg from "pg";
import type { Claims } from "../../tokens/claims.ts";
import { withTransaction } from "../../transaction.ts";
import { amrOf } from "../amr.ts";
import type { AuthContext } from "../context.ts";
import { AuthError } from "../errors.ts";
import { digestOf } from "../refresh-tokens.ts";
import { type OpenedSession, sessionAnswer } from "../sessions.ts";
import { lockedUser, requireUser } from "../users.ts";
import { type FactorRow, methodOf } from "./factor.ts";

/** What a right answer leaves behind in the database, so that it cannot be given again. Throws when it was. */
export type Proof = (client: pg.PoolClient) => Promise<void>;

/**
 * Raises the session to aal2: the factor counts from now on, new tokens replace the session's, and the account's other
 * sessions without a second factor end, as do other enrolments of this kind that were left unfinished.
 */
export async function raiseSession(
  auth: AuthContext,
  claims: Claims,
  factor: FactorRow,
  proof: Proof,
): Promise<object> {
  const raised = await withTransaction(auth.pool, async (client): Promise<OpenedSession> => {
    // One at a time per account: two sessions that end each other would wait for each other for ever.
    await lockedUser(client, claims.sub);
    await markRaised(client, claims, factor, auth.now());
    await proof(client);
    await keepOnly(client, claims, factor);
    const refreshToken = await replaceTokens(auth, client, claims);
    const [user, amr] = [await requireUser(client, claims.sub), await amrOf(client, claims.session_id)];
    return { user, session: { session_id: claims.session_id, aal: "aal2", amr }, refreshToken };
  });
  return sessionAnswer(auth, raised);
}

async function markRaised(
  client: pg.PoolClient,
  { sub, session_id: session }: Claims,
  factor: FactorRow,
  at: Date,
): Promise<void> {
  const { rowCount } = await client.query(
    "update auth.sessions set aal = 'aal2', factor_id = $3, updated_at = $4 where id = $1 and user_id = $2",
    [session, sub, factor.id, at],
  );
  if (rowCount === 0) {
    throw new AuthError(403, "session_not_found", "Session from session_id claim in JWT does not exist");
  }
  await client.query(
    `insert into auth.mfa_amr_claims (id, session_id, created_at, updated_at, authentication_method)
     values ($1, $2, $3, $3, $4)
     on conflict (session_id, authentication_method) do update set updated_at = excluded.updated_at`,
    [randomUUID(), session, at, methodOf[factor.factor_type]],
  );
  const verified = await client.query(
    "update auth.mfa_factors set status = 'verified', updated_at = $2 where id = $1",
    [factor.id, at],
  );
  if (verified.rowCount === 0) throw new AuthError(404, "mfa_factor_not_found", "Factor not found");
}

async function keepOnly(
  client: pg.PoolClient,
  { sub, session_id: session }: Claims,
  factor: FactorRow,
): Promise<void> {
  await client.query(
    "delete from auth.sessions where user_id = $1 and id <> $2 and coalesce(aal, 'aal1') < 'aal2'",
    [sub, session],
  );
  await client.query(
    "delete from auth.mfa_factors where user_id = $1 and status = 'unverified' and factor_type = $2",
    [sub, factor.factor_type],
  );
}

async function replaceTokens(
  auth: AuthContext,
  client: pg.PoolClient,
  { sub, session_id: session }: Claims,
): Promise<string> {
  const at = auth.now();
  const token = auth.refreshTokens.first();
  await client.query(
    `with spent as (
       update auth.refresh_tokens set revoked = true, updated_at = $4
       where session_id = $2 and not revoked returning id, token)
     insert into auth.refresh_tokens (token, user_id, revoked, created_at, updated_at, parent, session_id)
     select $1, $3, false, $4::timestamptz, $4, (select token from spent order by id desc limit 1), $2::uuid`,
    [digestOf(token), session, sub, at],
  );
  return token;
}
