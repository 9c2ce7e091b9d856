import type pg from "pg";
import { execute } from "../../query.ts";
import { AuthError } from "../http/errors.ts";
import { consumeToken, isTokenValid } from "../links/one-time-tokens.ts";
import { requireRecentSignIn } from "../sessions/require-recent-sign-in.ts";

type ProofInput = { userId: string; sessionId: string; nonce: string | null; at: Date };

/**
 * A new password requires a recent sign-in, a recovery or invitation link opened within the last day, or a nonce from
 * `/reauthenticate`. Does not consume the nonce.
 * @throws {AuthError} 403 `reauthentication_needed` or 422 `reauthentication_not_valid`
 */
export async function requirePasswordChangeProof(
  database: Pick<pg.Pool, "query">,
  { userId, sessionId, nonce, at }: ProofInput,
): Promise<void> {
  if (nonce) {
    if (!(await isTokenValid(database, { userId, purpose: "reauthentication", token: nonce, at }))) {
      throw invalidNonceError();
    }
    return;
  }
  const rowCount = await execute(
    database,
    `select from auth.mfa_amr_claims
     where session_id = $1 and authentication_method in ('recovery', 'invite')
       and updated_at >= $2::timestamptz - interval '1 day' limit 1`,
    [sessionId, at],
  );
  if (rowCount === 0) {
    await requireRecentSignIn(database, sessionId, at);
  }
}

/** Requires the same proof and consumes the nonce. Callers must hold the lock on the user row. */
export async function consumePasswordChangeProof(client: pg.PoolClient, proof: ProofInput): Promise<void> {
  const { userId, nonce, at } = proof;
  if (!nonce) {
    return requirePasswordChangeProof(client, proof);
  }
  if (!(await consumeToken(client, { userId, purposes: ["reauthentication"], token: nonce, at }))) {
    throw invalidNonceError();
  }
}

const invalidNonceError = () =>
  new AuthError(422, "reauthentication_not_valid", "Nonce has expired or is invalid");
