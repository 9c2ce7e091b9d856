import type { AuthContext } from "../context.ts";
import { AuthError } from "../errors.ts";
import { type Challenge, spendChallenge } from "./challenges.ts";
import type { FactorRow } from "./factor.ts";
import type { Proof } from "./raise-session.ts";
import { totpStepOfCode } from "./totp.ts";

/** Throws an AuthError for a wrong code. The challenge stays open then: a person may type again. */
export function provenByCode(
  auth: AuthContext,
  factor: FactorRow,
  challenge: Challenge,
  code: string,
): Proof {
  const at = auth.now();
  const { secret, isStale } = auth.secretSeal.open(factor.secret ?? "", factor.id);
  const step = totpStepOfCode(secret, code, at);
  if (step === null) throw wrongCode();
  return async (client) => {
    await spendChallenge(client, challenge, at);
    const { rowCount } = await client.query(
      `insert into embedded.spent_totp_steps as spent (factor_id, step) values ($1, $2)
       on conflict (factor_id) do update set step = excluded.step where spent.step < excluded.step`,
      [factor.id, step],
    );
    if (rowCount === 0) throw wrongCode();
    if (isStale) {
      const sealed = auth.secretSeal.seal(secret, factor.id);
      await client.query("update auth.mfa_factors set secret = $2 where id = $1", [factor.id, sealed]);
    }
  };
}

// A code seen over a shoulder and used a moment later gets the same answer as a guess.
const wrongCode = () => new AuthError(422, "mfa_verification_failed", "Invalid TOTP code entered");
