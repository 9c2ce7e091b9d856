import { randomUUID } from "node:crypto";
import { isIP } from "node:net";
import type pg from "pg";
import { z } from "zod";
import type { AuthContext } from "../context.ts";
import { AuthError } from "../errors.ts";
import type { FactorRow } from "./factor.ts";

/** What a passkey is asked to sign, and for which session: an answer given to one is none for another. */
const PasskeyQuestion = z.object({ challenge: z.string(), session_id: z.guid() });
export type PasskeyQuestion = z.infer<typeof PasskeyQuestion>;

export type Challenge = { id: string; question: PasskeyQuestion | null };

const life = 5 * 60 * 1000;

/** Notes that a factor is asked now, for 5 minutes. Returns the challenge's id and its end in Unix seconds. */
export async function createChallenge(
  auth: AuthContext,
  factor: FactorRow,
  address: string,
  question: PasskeyQuestion | null = null,
): Promise<{ id: string; type: string; expires_at: number }> {
  const id = randomUUID();
  const at = auth.now();
  await auth.pool.query(
    `with asked as (update auth.mfa_factors set last_challenged_at = $3::timestamptz where id = $2::uuid returning id)
     insert into auth.mfa_challenges (id, factor_id, created_at, ip_address, web_authn_session_data)
     select $1, id, $3, $4, $5 from asked`,
    [id, factor.id, at, storable(address), question],
  );
  return { id, type: factor.factor_type, expires_at: Math.floor((at.getTime() + life) / 1000) };
}

/**
 * A factor's open challenge. Throws an AuthError 422 when there is none of that id, it was answered already or asked
 * from another address, and when its 5 minutes are over.
 */
export async function requireChallenge(
  auth: AuthContext,
  factor: FactorRow,
  id: string,
  address: string,
): Promise<Challenge> {
  const { rows } = await auth.pool.query<{
    created_at: Date;
    is_ours: boolean;
    web_authn_session_data: unknown;
  }>(
    `select created_at, verified_at is null and ip_address = $3 as is_ours, web_authn_session_data
     from auth.mfa_challenges where id = $1 and factor_id = $2`,
    [id, factor.id, storable(address)],
  );
  const [found] = rows;
  if (!found) {
    throw new AuthError(422, "mfa_factor_not_found", "MFA factor with the provided challenge ID not found");
  }
  if (!found.is_ours) throw answered();
  if (found.created_at.getTime() + life <= auth.now().getTime()) {
    await auth.pool.query("delete from auth.mfa_challenges where id = $1", [id]);
    throw new AuthError(
      422,
      "mfa_challenge_expired",
      `MFA challenge ${id} has expired, verify against another challenge or create a new challenge.`,
    );
  }
  return { id, question: PasskeyQuestion.nullable().parse(found.web_authn_session_data) };
}

/** A challenge is answered once. Throws an AuthError 422 when somebody was faster. */
export async function spendChallenge(
  database: Pick<pg.Pool, "query">,
  { id }: Challenge,
  at: Date,
): Promise<void> {
  const { rowCount } = await database.query(
    "update auth.mfa_challenges set verified_at = $2 where id = $1 and verified_at is null",
    [id, at],
  );
  if (rowCount === 0) throw answered();
}

/** Forgets challenges that nobody can answer any more. */
export async function removeExpiredChallenges(pool: pg.Pool, at: Date): Promise<void> {
  await pool.query("delete from auth.mfa_challenges where created_at <= $1", [new Date(at.getTime() - life)]);
}

const answered = () =>
  new AuthError(422, "mfa_ip_address_mismatch", "Challenge and verify IP addresses mismatch.");

// The column wants an address even where a proxy or a test tells none.
const storable = (address: string): string => (isIP(address) ? address : "0.0.0.0");
