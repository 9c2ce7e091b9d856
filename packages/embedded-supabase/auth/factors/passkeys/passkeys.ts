import {
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from "@simplewebauthn/server";
import { COSEALG, decodeAttestationObject } from "@simplewebauthn/server/helpers";
import { z } from "zod";
import type { UserRow } from "../../accounts/users.ts";
import { type StoredCredential, toStoredCredential, toWebAuthnCredential } from "./stored-credential.ts";

/** A credential response from the browser, well-formed but not yet verified. */
export type PasskeyResponse = {
  id: string;
  rawId: string;
  type: "public-key";
  response: Record<string, unknown>;
};

const AuthenticationResponse = z.looseObject({
  id: z.string(),
  rawId: z.string(),
  type: z.literal("public-key"),
  clientExtensionResults: z.looseObject({}).default({}),
  response: z.looseObject({
    clientDataJSON: z.string(),
    authenticatorData: z.string(),
    signature: z.string(),
  }),
});

type VerifiedPasskey = { credential: StoredCredential; aaguid: string };

const TIMEOUT_MS = 5 * 60 * 1000;
const { EdDSA, ES256, RS256 } = COSEALG;
// Set explicitly, because the library's default varies by runtime.
const SUPPORTED_ALGORITHM_IDS = [EdDSA, ES256, RS256];

/** Options for the browser to create a passkey for the site at `publicUrl`. */
export function createRegistrationOptions(publicUrl: string, user: UserRow, existing: StoredCredential[]) {
  const { hostname } = new URL(publicUrl);
  return generateRegistrationOptions({
    rpName: hostname,
    rpID: hostname,
    userID: new Uint8Array(Buffer.from(user.id)),
    userName: user.email,
    userDisplayName: user.email,
    timeout: TIMEOUT_MS,
    attestationType: "none",
    excludeCredentials: existing.map(credentialDescriptor),
    supportedAlgorithmIDs: SUPPORTED_ALGORITHM_IDS,
    // A second factor need not be discoverable or protected by a PIN or fingerprint.
    authenticatorSelection: { residentKey: "discouraged", userVerification: "preferred" },
  });
}

/** Options for the browser to use a passkey. */
export function createAuthenticationOptions(publicUrl: string, credential: StoredCredential) {
  return generateAuthenticationOptions({
    rpID: new URL(publicUrl).hostname,
    allowCredentials: [credentialDescriptor(credential)],
    timeout: TIMEOUT_MS,
    userVerification: "preferred",
  });
}

/** Returns the new passkey, or null if the response does not match this challenge and site. */
export async function verifyRegistration(
  publicUrl: string,
  challenge: string,
  passkeyResponse: PasskeyResponse,
): Promise<VerifiedPasskey | null> {
  // Safe: the library checks the fields that it reads. The type also requires fields that browsers may omit.
  const response = passkeyResponse as unknown as RegistrationResponseJSON;
  return nullOnError(async () => {
    rejectCertificates(response);
    const { registrationInfo } = await verifyRegistrationResponse({
      response,
      expectedChallenge: challenge,
      expectedOrigin: publicUrl,
      expectedRPID: new URL(publicUrl).hostname,
      requireUserVerification: false,
      supportedAlgorithmIDs: SUPPORTED_ALGORITHM_IDS,
    });
    return (
      registrationInfo && {
        credential: toStoredCredential(registrationInfo),
        aaguid: registrationInfo.aaguid,
      }
    );
  });
}

/** Returns the passkey with its new counter, or null if it did not sign this challenge for this site. */
export async function verifyAuthentication(
  publicUrl: string,
  challenge: string,
  passkeyResponse: PasskeyResponse,
  stored: StoredCredential,
): Promise<StoredCredential | null> {
  const credential = toWebAuthnCredential(stored);
  return nullOnError(async () => {
    if (passkeyResponse.id !== credential.id) {
      return null;
    }
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: AuthenticationResponse.parse(passkeyResponse),
      expectedChallenge: challenge,
      expectedOrigin: publicUrl,
      expectedRPID: new URL(publicUrl).hostname,
      credential,
      requireUserVerification: false,
    });
    if (!verified) {
      return null;
    }
    return {
      ...stored,
      flags: { ...stored.flags, backupState: authenticationInfo.credentialBackedUp },
      authenticator: { ...stored.authenticator, signCount: authenticationInfo.newCounter },
    };
  });
}

/**
 * Rejects attestation certificates. They are not requested, so browsers send none, and verifying them would fetch URLs
 * chosen by the sender.
 */
function rejectCertificates({ response }: RegistrationResponseJSON): void {
  const bytes = new Uint8Array(Buffer.from(response.attestationObject, "base64url"));
  if (decodeAttestationObject(bytes).get("attStmt").get("x5c")) {
    throw new Error("Attestation certificates are not accepted");
  }
}

const credentialDescriptor = (credential: StoredCredential) => ({
  id: Buffer.from(credential.id, "base64").toString("base64url"),
  transports: credential.transport,
});

/** The library throws for every invalid response, and callers do not distinguish the reasons. */
async function nullOnError<T>(check: () => Promise<T | null | undefined>): Promise<T | null> {
  try {
    return (await check()) ?? null;
  } catch {
    return null;
  }
}
