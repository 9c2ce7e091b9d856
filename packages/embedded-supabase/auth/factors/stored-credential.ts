import type { VerifiedRegistrationResponse, WebAuthnCredential } from "@simplewebauthn/server";

/** A passkey as auth.mfa_factors keeps it: the shape of Supabase Auth, its bytes in base64. */
export type StoredCredential = {
  id: string;
  publicKey: string;
  attestationType: string;
  transport: string[];
  flags: { userPresent: boolean; userVerified: boolean; backupEligible: boolean; backupState: boolean };
  authenticator: { AAGUID: string; signCount: number; cloneWarning: boolean };
};

type Registration = NonNullable<VerifiedRegistrationResponse["registrationInfo"]>;

export function storedCredential(registered: Registration): StoredCredential {
  const { credential } = registered;
  return {
    id: Buffer.from(credential.id, "base64url").toString("base64"),
    publicKey: Buffer.from(credential.publicKey).toString("base64"),
    attestationType: "none",
    transport: credential.transports ?? [],
    flags: {
      userPresent: true,
      userVerified: registered.userVerified,
      backupEligible: registered.credentialDeviceType === "multiDevice",
      backupState: registered.credentialBackedUp,
    },
    authenticator: {
      AAGUID: Buffer.from(registered.aaguid.replaceAll("-", ""), "hex").toString("base64"),
      signCount: credential.counter,
      cloneWarning: false,
    },
  };
}

/** The same as the library that checks signatures wants it. */
export function checkableCredential(stored: StoredCredential): WebAuthnCredential {
  return {
    id: Buffer.from(stored.id, "base64").toString("base64url"),
    publicKey: new Uint8Array(Buffer.from(stored.publicKey, "base64")),
    counter: stored.authenticator.signCount,
    transports: stored.transport,
  };
}
