import { z } from "zod";
import { execute } from "../../../query.ts";
import type { Claims } from "../../../tokens/claims.ts";
import type { AuthContext } from "../../http/context.ts";
import { AuthError } from "../../http/errors.ts";
import { type Challenge, consumeChallenge } from "../challenges.ts";
import type { RecordProof } from "../elevate-session.ts";
import type { FactorRow } from "../factor.ts";
import { type PasskeyResponse, verifyAuthentication, verifyRegistration } from "./passkeys.ts";
import type { StoredCredential } from "./stored-credential.ts";

/**
 * The `webauthn` field of a verification. The site that supabase-js sends is ignored, because it must be `publicUrl`.
 */
export const PasskeyBodySchema = z.object({
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

/**
 * Verifies the response of a passkey to a challenge of this session. Consumes the challenge even if it fails.
 * @throws {AuthError} 422 `mfa_verification_failed`
 */
export async function verifyPasskey(
  auth: AuthContext,
  claims: Claims,
  factor: FactorRow,
  challenge: Challenge,
  body: z.infer<typeof PasskeyBodySchema>,
): Promise<RecordProof> {
  const at = auth.now();
  await consumeChallenge(auth.pool, challenge, at);
  const { passkey } = challenge;
  if (passkey?.session_id !== claims.session_id) {
    throw verificationError();
  }
  const credential = factor.web_authn_credential;
  if (body.type !== (credential ? "request" : "create")) {
    throw verificationError();
  }
  const response = body.credential_response;
  return credential
    ? authenticateWithPasskey(auth, factor, passkey.challenge, response, credential)
    : registerPasskey(auth, factor, passkey.challenge, response);
}

async function registerPasskey(
  auth: AuthContext,
  factor: FactorRow,
  challenge: string,
  response: PasskeyResponse,
): Promise<RecordProof> {
  const verified = await verifyRegistration(auth.publicUrl, challenge, response);
  if (!verified) {
    throw verificationError();
  }
  return async (client) => {
    const rowCount = await execute(
      client,
      `update auth.mfa_factors set web_authn_credential = $2, web_authn_aaguid = $3
       where id = $1 and web_authn_credential is null
         and not exists (select from auth.mfa_factors as other where other.web_authn_credential ->> 'id' = $4)`,
      [factor.id, verified.credential, verified.aaguid, verified.credential.id],
    );
    if (rowCount === 0) {
      throw verificationError();
    }
  };
}

async function authenticateWithPasskey(
  auth: AuthContext,
  factor: FactorRow,
  challenge: string,
  response: PasskeyResponse,
  credential: StoredCredential,
): Promise<RecordProof> {
  const updated = await verifyAuthentication(auth.publicUrl, challenge, response, credential);
  if (!updated) {
    throw verificationError();
  }
  return async (client) => {
    // Update only if the stored counter has not changed since it was verified. A concurrent response with the
    // same counter comes from a cloned passkey.
    const rowCount = await execute(
      client,
      `update auth.mfa_factors set web_authn_credential = $2
       where id = $1 and web_authn_credential #>> '{authenticator,signCount}' = $3`,
      [factor.id, updated, String(credential.authenticator.signCount)],
    );
    if (rowCount === 0) {
      throw verificationError();
    }
  };
}

const verificationError = () =>
  new AuthError(422, "mfa_verification_failed", "Failed to validate WebAuthn MFA response");
