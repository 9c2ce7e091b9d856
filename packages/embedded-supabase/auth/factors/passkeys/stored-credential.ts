import type { VerifiedRegistrationResponse, WebAuthnCredential } from "@simplewebauthn/server";

/** A passkey as stored in `auth.mfa_factors`, in the format of Supabase Auth. Binary values are base64. */
export type StoredCredential = {
  id: string;
  publicKey: string;
  attestationType: string;
  transport: string[];
  flags: { userPresent: boolean; userVerified: boolean; backupEligible: boolean; backupState: boolean };
  authenticator: { AAGUID: string; signCount: number; cloneWarning: boolean };
};

type Registration = NonNullable<VerifiedRegistrationResponse["registrationInfo"]>;

export function toStoredCredential(registration: Registration): StoredCredential {
  const { credential } = registration;
  return {
    id: Buffer.from(credential.id, "base64url").toString("base64"),
    publicKey: Buffer.from(credential.publicKey).toString("base64"),
    attestationType: "none",
    transport: credential.transports ?? [],
    flags: {
      userPresent: true,
      userVerified: registration.userVerified,
      backupEligible: registration.credentialDeviceType === "multiDevice",
      backupState: registration.credentialBackedUp,
    },
    authenticator: {
      AAGUID: Buffer.from(registration.aaguid.replaceAll("-", ""), "hex").toString("base64"),
      signCount: credential.counter,
      cloneWarning: false,
    },
  };
}

/** Converts a stored passkey to the format of `@simplewebauthn/server`. */
export function toWebAuthnCredential(stored: StoredCredential): WebAuthnCredential {
  return {
    id: Buffer.from(stored.id, "base64").toString("base64url"),
    publicKey: new Uint8Array(Buffer.from(stored.publicKey, "base64")),
    counter: stored.authenticator.signCount,
    transports: stored.transport,
  };
}
