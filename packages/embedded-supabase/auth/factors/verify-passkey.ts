import { z } from "zod";
import type { Claims } from "../../tokens/claims.ts";
import type { AuthContext } from "../context.ts";
import { AuthError } from "../errors.ts";
import { type Challenge, spendChallenge } from "./challenges.ts";
import type { FactorRow } from "./factor.ts";
import { checkedCreation, checkedUse, type PasskeyAnswer } from "./passkeys.ts";
import type { Proof } from "./raise-session.ts";
import type { StoredCredential } from "./stored-credential.ts";

/** What supabase-js sends beside the challenge's id. The site it names is ours to know, and not read. */
export const PasskeyBody = z.object({
  type: z.enum(["create", "request"]),
  credential_response: z.object({
    id: z.base64url().max(2048),
    rawId: z.string(),
    type: z.literal("public-key"),
    response: z.looseObject({
      clientDataJSON: z.string(),
      attestationObject: z.string().optional(),
      authenticatorData: z.string().optional(),
      signature: z.string().optional(),
      transports: z.array(z.string().max(32)).max(16).optional(),
    }),
  }),
});

/** Throws an AuthError when the passkey did not answer this challenge in this session; the challenge is spent then too. */
export async function provenByPasskey(
  auth: AuthContext,
  claims: Claims,
  factor: FactorRow,
  challenge: Challenge,
  body: z.infer<typeof PasskeyBody>,
): Promise<Proof> {
  const at = auth.now();
  await spendChallenge(auth.pool, challenge, at);
  const { question } = challenge;
  if (question?.session_id !== claims.session_id) throw notProven();
  const known = factor.web_authn_credential;
  if (body.type !== (known ? "request" : "create")) throw notProven();
  const answer = body.credential_response;
  return known
    ? usedPasskey(auth, factor, question.challenge, answer, known)
    : newPasskey(auth, factor, question.challenge, answer);
}

async function newPasskey(
  auth: AuthContext,
  factor: FactorRow,
  challenge: string,
  answer: PasskeyAnswer,
): Promise<Proof> {
  const checked = await checkedCreation(auth.publicUrl, challenge, answer);
  if (!checked) throw notProven();
  return async (client) => {
    const { rowCount } = await client.query(
      `update auth.mfa_factors set web_authn_credential = $2, web_authn_aaguid = $3
       where id = $1 and web_authn_credential is null
         and not exists (select from auth.mfa_factors as other where other.web_authn_credential ->> 'id' = $4)`,
      [factor.id, checked.credential, checked.aaguid, checked.credential.id],
    );
    if (rowCount === 0) throw notProven();
  };
}

async function usedPasskey(
  auth: AuthContext,
  factor: FactorRow,
  challenge: string,
  answer: PasskeyAnswer,
  known: StoredCredential,
): Promise<Proof> {
  const used = await checkedUse(auth.publicUrl, challenge, answer, known);
  if (!used) throw notProven();
  return async (client) => {
    // The counter as it was checked: of two answers with one counter the second comes from a copy.
    const { rowCount } = await client.query(
      `update auth.mfa_factors set web_authn_credential = $2
       where id = $1 and web_authn_credential #>> '{authenticator,signCount}' = $3`,
      [factor.id, used, String(known.authenticator.signCount)],
    );
    if (rowCount === 0) throw notProven();
  };
}

const notProven = () =>
  new AuthError(422, "mfa_verification_failed", "Failed to validate WebAuthn MFA response");
