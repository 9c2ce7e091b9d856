import { randomUUID } from "node:crypto";
import { isIP } from "node:net";
import type pg from "pg";
import { z } from "zod";
import { execute, queryRows } from "../../query.ts";
import type { AuthContext } from "../http/context.ts";
import { AuthError } from "../http/errors.ts";
import type { FactorRow } from "./factor.ts";

/** The challenge that a passkey must sign, bound to the session that requested it. */
const PasskeyChallengeSchema = z.object({ challenge: z.string(), session_id: z.guid() });
export type PasskeyChallengeData = z.infer<typeof PasskeyChallengeSchema>;

export type Challenge = { id: string; passkey: PasskeyChallengeData | null };

const CHALLENGE_TTL_MS = 5 * 60 * 1000;

/** Creates a challenge that is valid for 5 minutes. `expires_at` is in Unix seconds. */
export async function createChallenge(
  auth: AuthContext,
  factor: FactorRow,
  address: string,
  passkeyChallenge: PasskeyChallengeData | null = null,
): Promise<{ id: string; type: string; expires_at: number }> {
  const id = randomUUID();
  const at = auth.now();
  await queryRows(
    auth.pool,
    `with challenged as (update auth.mfa_factors set last_challenged_at = $3::timestamptz where id = $2::uuid returning id)
     insert into auth.mfa_challenges (id, factor_id, created_at, ip_address, web_authn_session_data)
     select $1, id, $3, $4, $5 from challenged`,
    [id, factor.id, at, toStorableIp(address), passkeyChallenge],
  );
  return { id, type: factor.factor_type, expires_at: Math.floor((at.getTime() + CHALLENGE_TTL_MS) / 1000) };
}

/**
 * Returns a factor's open challenge.
 * @throws {AuthError} 422 if the challenge is unknown, already used, expired, or was created from another
 * address.
 */
export async function requireChallenge(
  auth: AuthContext,
  factor: FactorRow,
  id: string,
  address: string,
): Promise<Challenge> {
  const rows = await queryRows(
    auth.pool,
    `select created_at, verified_at is null and ip_address = $3 as is_open, web_authn_session_data
     from auth.mfa_challenges where id = $1 and factor_id = $2`,
    [id, factor.id, toStorableIp(address)],
  );
  const [row] = rows;
  if (!row) {
    throw new AuthError(422, "mfa_factor_not_found", "MFA factor with the provided challenge ID not found");
  }
  if (!row.is_open) {
    throw challengeUsedError();
  }
  if (row.created_at.getTime() + CHALLENGE_TTL_MS <= auth.now().getTime()) {
    await queryRows(auth.pool, "delete from auth.mfa_challenges where id = $1", [id]);
    throw new AuthError(
      422,
      "mfa_challenge_expired",
      `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`,
    );
  }
  return { id, passkey: PasskeyChallengeSchema.nullable().parse(row.web_authn_session_data) };
}

/**
 * Marks a challenge as used.
 * @throws {AuthError} 422 if it was already used.
 */
export async function consumeChallenge(
  database: Pick<pg.Pool, "query">,
  { id }: Challenge,
  at: Date,
): Promise<void> {
  const rowCount = await execute(
    database,
    "update auth.mfa_challenges set verified_at = $2 where id = $1 and verified_at is null",
    [id, at],
  );
  if (rowCount === 0) {
    throw challengeUsedError();
  }
}

/** Deletes expired challenges. */
export async function removeExpiredChallenges(pool: pg.Pool, at: Date): Promise<void> {
  await queryRows(pool, "delete from auth.mfa_challenges where created_at <= $1", [
    new Date(at.getTime() - CHALLENGE_TTL_MS),
  ]);
}

const challengeUsedError = () =>
  new AuthError(422, "mfa_ip_address_mismatch", "Challenge and verify IP addresses mismatch.");

// The column requires an address, but the client address may be unknown.
const toStorableIp = (address: string): string => (isIP(address) ? address : "0.0.0.0");
