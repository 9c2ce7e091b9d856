import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { COSEALG, decodeAttestationObject } from "@simplewebauthn/server/helpers";
import type { UserRow } from "../users.ts";
import { checkableCredential, type StoredCredential, storedCredential } from "./stored-credential.ts";

/** Passkeys (WebAuthn) of the one site at `publicUrl`, whatever site a request names. */

/** A browser's answer, of the right form and still to be checked. */
export type PasskeyAnswer = {
  id: string;
  rawId: string;
  type: "public-key";
  response: Record<string, unknown>;
};

type Checked = { credential: StoredCredential; aaguid: string };

const timeout = 5 * 60 * 1000;
const { EdDSA, ES256, RS256 } = COSEALG;
// Named, as the library's own choice depends on what the runtime tries out.
const supportedAlgorithmIDs = [EdDSA, ES256, RS256];

/** What the browser is asked in order to make a passkey; its `challenge` is random. */
export function creationOptions(publicUrl: string, user: UserRow, existing: StoredCredential[]) {
  const { hostname } = new URL(publicUrl);
  return generateRegistrationOptions({
    rpName: hostname,
    rpID: hostname,
    userID: new Uint8Array(Buffer.from(user.id)),
    userName: user.email,
    userDisplayName: user.email,
    timeout,
    attestationType: "none",
    excludeCredentials: existing.map(descriptor),
    supportedAlgorithmIDs,
    // The password came first: the key need not be discoverable, and a touch is enough.
    authenticatorSelection: { residentKey: "discouraged", userVerification: "preferred" },
  });
}

/** What the browser is asked in order to use one. */
export function requestOptions(publicUrl: string, credential: StoredCredential) {
  return generateAuthenticationOptions({
    rpID: new URL(publicUrl).hostname,
    allowCredentials: [descriptor(credential)],
    timeout,
    userVerification: "preferred",
  });
}

/** The new passkey, or null when the answer is not one to this challenge on this site. */
export async function checkedCreation(
  publicUrl: string,
  challenge: string,
  answer: PasskeyAnswer,
): Promise<Checked | null> {
  const response = answer as unknown as RegistrationResponseJSON;
  return orNull(async () => {
    refuseCertificates(response);
    const { registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: publicUrl,
      expectedRPID: new URL(publicUrl).hostname,
      requireUserVerification: false,
      supportedAlgorithmIDs,
    });
    return (
      registrationInfo && { credential: storedCredential(registrationInfo), aaguid: registrationInfo.aaguid }
    );
  });
}

/** The passkey with its counter moved on, or null when it did not sign this challenge on this site. */
export async function checkedUse(
  publicUrl: string,
  challenge: string,
  answer: PasskeyAnswer,
  stored: StoredCredential,
): Promise<StoredCredential | null> {
  const credential = checkableCredential(stored);
  return orNull(async () => {
    if (answer.id !== credential.id) return null;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answer as unknown as AuthenticationResponseJSON,
      expectedChallenge: challenge,
      expectedOrigin: publicUrl,
      expectedRPID: new URL(publicUrl).hostname,
      credential,
      requireUserVerification: false,
    });
    if (!verified) return null;
    return {
      ...stored,
      flags: { ...stored.flags, backupState: authenticationInfo.credentialBackedUp },
      authenticator: { ...stored.authenticator, signCount: authenticationInfo.newCounter },
    };
  });
}

/**
 * Throws where a maker's certificates come along. None were asked for, so no browser sends any; and to check them
 * would mean to fetch addresses that a stranger wrote into them.
 */
function refuseCertificates({ response }: RegistrationResponseJSON): void {
  const bytes = new Uint8Array(Buffer.from(response.attestationObject, "base64url"));
  if (decodeAttestationObject(bytes).get("attStmt").get("x5c"))
    throw new Error("Certificates were not asked for");
}

const descriptor = (credential: StoredCredential) => ({
  id: Buffer.from(credential.id, "base64").toString("base64url"),
  transports: credential.transport,
});

/** The library throws whatever is wrong with an answer; to the person it is all one. */
async function orNull<T>(check: () => Promise<T | null | undefined>): Promise<T | null> {
  try {
    return (await check()) ?? null;
  } catch {
    return null;
  }
}
