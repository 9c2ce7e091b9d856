import { execute, queryRows } from "../../../query.ts";
import type { AuthContext } from "../../http/context.ts";
import { AuthError } from "../../http/errors.ts";
import { type Challenge, consumeChallenge } from "../challenges.ts";
import type { RecordProof } from "../elevate-session.ts";
import type { FactorRow } from "../factor.ts";
import { findTotpStep } from "./totp.ts";

/**
 * Verifies a TOTP code. The challenge stays open after a wrong code, so that the user can try again.
 * @throws {AuthError} 422 `mfa_verification_failed`
 */
export function verifyTotpCode(
  auth: AuthContext,
  factor: FactorRow,
  challenge: Challenge,
  code: string,
): RecordProof {
  const at = auth.now();
  const { secret, isStale } = auth.secretCipher.decrypt(factor.secret ?? "", factor.id);
  const step = findTotpStep(secret, code, at);
  if (step === null) {
    throw wrongCodeError();
  }
  return async (client) => {
    await consumeChallenge(client, challenge, at);
    const rowCount = await execute(
      client,
      `insert into embedded.spent_totp_steps as used (factor_id, step) values ($1, $2)
       on conflict (factor_id) do update set step = excluded.step where used.step < excluded.step`,
      [factor.id, step],
    );
    if (rowCount === 0) {
      throw wrongCodeError();
    }
    if (isStale) {
      const encrypted = auth.secretCipher.encrypt(secret, factor.id);
      await queryRows(client, "update auth.mfa_factors set secret = $2 where id = $1", [
        factor.id,
        encrypted,
      ]);
    }
  };
}

// A code that was already used gets the same error as a wrong one.
const wrongCodeError = () => new AuthError(422, "mfa_verification_failed", "Invalid TOTP code entered");
