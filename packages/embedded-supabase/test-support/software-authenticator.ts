import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import type { MFAVerifyWebauthnParams } from "@supabase/supabase-js";

type CreatedCredential = MFAVerifyWebauthnParams<"create">["webauthn"]["credential_response"];
type CredentialAssertion = MFAVerifyWebauthnParams<"request">["webauthn"]["credential_response"];
type Bytes = ArrayBuffer | ArrayBufferView;
/** The part of the WebAuthn options that this authenticator uses. */
type WebauthnChallenge = { challenge: Bytes };

/** Simulates a browser with a security key: ES256, attestation "none". */
export type SoftwareAuthenticator = {
  create(options: WebauthnChallenge): CreatedCredential;
  get(options: WebauthnChallenge): CredentialAssertion;
  /** Returns a clone with the same key and counter. */
  copy(): SoftwareAuthenticator;
};

export type AuthenticatorOptions = {
  origin: string;
  /** The relying party's id. Defaults to the host of the origin. */
  rpId?: string;
  /** An attestation to send instead of "none". */
  attestation?: Buffer;
};

const [USER_PRESENT, USER_VERIFIED, ATTESTED] = [0x01, 0x04, 0x40];

export function createSoftwareAuthenticator(options: AuthenticatorOptions): SoftwareAuthenticator {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return createAuthenticatorWithKey(options, {
    id: randomBytes(16),
    publicKey,
    privateKey,
    counter: 0,
  });
}

type CredentialKey = { id: Buffer; publicKey: KeyObject; privateKey: KeyObject; counter: number };

function createAuthenticatorWithKey(
  { origin, rpId, attestation }: AuthenticatorOptions,
  key: CredentialKey,
): SoftwareAuthenticator {
  const rpIdHash = createHash("sha256")
    .update(rpId ?? new URL(origin).hostname)
    .digest();
  const buildAuthData = (flags: number, ...rest: Buffer[]) => {
    key.counter += 1;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(key.counter);
    return Buffer.concat([rpIdHash, Buffer.from([flags]), counter, ...rest]);
  };
  const buildClientData = (type: string, challenge: Bytes) =>
    Buffer.from(JSON.stringify({ type, challenge: encodeBase64Url(challenge), origin, crossOrigin: false }));
  return {
    create({ challenge }) {
      const credential = [
        Buffer.alloc(16),
        Buffer.from([0, key.id.length]),
        key.id,
        encodeCoseKey(key.publicKey),
      ];
      const authData = buildAuthData(USER_PRESENT | USER_VERIFIED | ATTESTED, ...credential);
      return toCredential(key, {
        clientDataJSON: encodeBase64Url(buildClientData("webauthn.create", challenge)),
        attestationObject: encodeBase64Url(attestation ?? encodeNoneAttestation(authData)),
        transports: ["usb"],
      }) as unknown as CreatedCredential;
    },
    get({ challenge }) {
      const authData = buildAuthData(USER_PRESENT | USER_VERIFIED);
      const clientDataJSON = buildClientData("webauthn.get", challenge);
      const signedData = Buffer.concat([authData, createHash("sha256").update(clientDataJSON).digest()]);
      return toCredential(key, {
        clientDataJSON: encodeBase64Url(clientDataJSON),
        authenticatorData: encodeBase64Url(authData),
        signature: encodeBase64Url(sign("sha256", signedData, key.privateKey)),
      }) as unknown as CredentialAssertion;
    },
    copy: () => createAuthenticatorWithKey({ origin, rpId, attestation }, { ...key }),
  };
}

/** Returns an object like a browser's PublicKeyCredential, with the toJSON method that supabase-js calls. */
function toCredential(key: CredentialKey, response: Record<string, unknown>): object {
  const id = encodeBase64Url(key.id);
  const json = { id, rawId: id, type: "public-key", response, clientExtensionResults: {} };
  return { ...json, toJSON: () => json };
}

/** CBOR: { fmt: "none", attStmt: {}, authData } */
function encodeNoneAttestation(authData: Buffer): Buffer {
  return Buffer.concat([
    Buffer.from([0xa3, 0x63]),
    Buffer.from("fmt"),
    Buffer.from([0x64]),
    Buffer.from("none"),
    Buffer.from([0x67]),
    Buffer.from("attStmt"),
    Buffer.from([0xa0, 0x68]),
    Buffer.from("authData"),
    Buffer.from([0x58, authData.length]),
    authData,
  ]);
}

/** CBOR: { kty: EC2, alg: ES256, crv: P-256, x, y } */
function encodeCoseKey(publicKey: KeyObject): Buffer {
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
    Buffer.from(x, "base64url"),
    Buffer.from([0x22, 0x58, 0x20]),
    Buffer.from(y, "base64url"),
  ]);
}

function encodeBase64Url(bytes: Bytes): string {
  const view = ArrayBuffer.isView(bytes)
    ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    : Buffer.from(bytes);
  return view.toString("base64url");
}
