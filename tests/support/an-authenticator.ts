import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from "node:crypto";
import type { MFAVerifyWebauthnParams } from "@supabase/supabase-js";

type Created = MFAVerifyWebauthnParams<"create">["webauthn"]["credential_response"];
type Used = MFAVerifyWebauthnParams<"request">["webauthn"]["credential_response"];
type Bytes = ArrayBuffer | ArrayBufferView;
/** What the backend asks, as far as a key without a screen looks at it. */
type Question = { challenge: Bytes };

/** What a browser and its security key do for the page at `origin`, in software: ES256, attestation "none". */
export type Authenticator = {
  create(question: Question): Created;
  get(question: Question): Used;
  /** The same key and counter in other hands. */
  copy(): Authenticator;
};

export type Circumstances = {
  origin: string;
  /** The site the key signs for; that of the origin where it is left out. */
  rpId?: string;
  /** A statement to send in place of none. */
  attestation?: Buffer;
};

const [present, verified, attested] = [0x01, 0x04, 0x40];

export function anAuthenticator(circumstances: Circumstances): Authenticator {
  const { publicKey, privateKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  return withKey(circumstances, { id: randomBytes(16), publicKey, privateKey, counter: 0 });
}

type Key = { id: Buffer; publicKey: KeyObject; privateKey: KeyObject; counter: number };

function withKey({ origin, rpId, attestation }: Circumstances, key: Key): Authenticator {
  const site = createHash("sha256")
    .update(rpId ?? new URL(origin).hostname)
    .digest();
  const data = (flags: number, ...more: Buffer[]) => {
    key.counter += 1;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(key.counter);
    return Buffer.concat([site, Buffer.from([flags]), counter, ...more]);
  };
  const clientData = (type: string, challenge: Bytes) =>
    Buffer.from(JSON.stringify({ type, challenge: base64url(challenge), origin, crossOrigin: false }));
  return {
    create({ challenge }) {
      const credential = [Buffer.alloc(16), Buffer.from([0, key.id.length]), key.id, coseKey(key.publicKey)];
      const authData = data(present | verified | attested, ...credential);
      return credentialOf(key, {
        clientDataJSON: base64url(clientData("webauthn.create", challenge)),
        attestationObject: base64url(attestation ?? noAttestation(authData)),
        transports: ["usb"],
      }) as unknown as Created;
    },
    get({ challenge }) {
      const authData = data(present | verified);
      const clientDataJSON = clientData("webauthn.get", challenge);
      const signed = Buffer.concat([authData, createHash("sha256").update(clientDataJSON).digest()]);
      return credentialOf(key, {
        clientDataJSON: base64url(clientDataJSON),
        authenticatorData: base64url(authData),
        signature: base64url(sign("sha256", signed, key.privateKey)),
      }) as unknown as Used;
    },
    copy: () => withKey({ origin, rpId, attestation }, { ...key }),
  };
}

/** As a browser's PublicKeyCredential, which supabase-js turns into JSON by its own method. */
function credentialOf(key: Key, response: Record<string, unknown>): object {
  const id = base64url(key.id);
  const json = { id, rawId: id, type: "public-key", response, clientExtensionResults: {} };
  return { ...json, toJSON: () => json };
}

/** CBOR: { fmt: "none", attStmt: {}, authData } */
function noAttestation(authData: Buffer): Buffer {
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
function coseKey(publicKey: KeyObject): Buffer {
  const { x = "", y = "" } = publicKey.export({ format: "jwk" });
  return Buffer.concat([
    Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21, 0x58, 0x20]),
    Buffer.from(x, "base64url"),
    Buffer.from([0x22, 0x58, 0x20]),
    Buffer.from(y, "base64url"),
  ]);
}

function base64url(bytes: Bytes): string {
  const view = ArrayBuffer.isView(bytes)
    ? Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
    : Buffer.from(bytes);
  return view.toString("base64url");
}
