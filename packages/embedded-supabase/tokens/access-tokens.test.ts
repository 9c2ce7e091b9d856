import { generateSecret, SignJWT } from "jose";
import { beforeAll, expect, test } from "vitest";
import { silentLog } from "#src/log.ts";
import { createSecretCipher } from "#src/secret-cipher.ts";
import { createTestDatabase } from "#src/test-support/test-database.ts";
import { type AccessTokens, createAccessTokens } from "./access-tokens.ts";
import { createSigningKeys, type SigningKeys } from "./signing-keys.ts";

const ISSUER = "https://portal.example/auth/v1";
const START = new Date("2026-03-02T09:00:00Z");
const HOUR_SECONDS = 3600;
const USER = {
  sub: "5f0c6a57-6a3c-4b51-8a3e-3d5dfb1a7c11",
  session_id: "0d5cf1b0-58a4-4a4c-9f0a-0a4d4d2a3c22",
  email: "ada@client.example",
  phone: "",
  aal: "aal1" as const,
  amr: [{ method: "password", timestamp: 1 }],
  app_metadata: { role: "client" as const },
  user_metadata: {},
  is_anonymous: false,
};

let keys: SigningKeys;
let now = START;
let tokens: AccessTokens;

beforeAll(async () => {
  const { pool } = await createTestDatabase();
  keys = createSigningKeys({
    pool,
    secretCipher: createSecretCipher(undefined),
    now: () => START,
    log: silentLog,
  });
  tokens = createAccessTokens(keys, ISSUER, () => now);
});

const advance = (seconds: number) => {
  now = new Date(START.getTime() + seconds * 1000);
};
/** A verifier without cached tokens, at the start time. */
const createVerifier = (issuer = ISSUER) => createAccessTokens(keys, issuer, () => START);

/** Signs claims with the backend's own key, to test claims that it never issues. */
async function signWithOwnKey(claims: object, header: object = {}): Promise<string> {
  const { kid, key } = await keys.current();
  return new SignJWT({ ...claims })
    .setProtectedHeader({ alg: "ES256", kid, typ: "JWT", ...header })
    .sign(key);
}

const encodePart = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");

test("an issued token has the claims of the user, and is valid for one hour", async () => {
  const { token, claims } = await tokens.issue(USER);
  expect(claims).toEqual({
    ...USER,
    iss: ISSUER,
    aud: "authenticated",
    role: "authenticated",
    iat: START.getTime() / 1000,
    exp: START.getTime() / 1000 + HOUR_SECONDS,
  });
  expect(await createVerifier().verify(token)).toEqual(claims);
});

test("a token expires after one hour, even if it was verified before", async () => {
  const { token } = await tokens.issue(USER);
  for (const [seconds, isValid] of [
    [0, true],
    [HOUR_SECONDS - 1, true],
    [HOUR_SECONDS, false],
    [HOUR_SECONDS + 1, false],
  ] as const) {
    advance(seconds);
    expect((await tokens.verify(token)) !== null, `after ${seconds} s`).toBe(isValid);
  }
  advance(0);
});

test("verified claims are cached, so that the same token yields the same object", async () => {
  const { token } = await tokens.issue(USER);
  const verifier = createVerifier();
  expect(await verifier.verify(token)).toBe(await verifier.verify(token));
});

test("a change of any character invalidates a token", async () => {
  const { token } = await tokens.issue(USER);
  const verifier = createVerifier();
  // The last character carries unused bits, which base64url decoders ignore.
  for (let index = 0; index < token.length - 1; index += 7) {
    const replacement = token[index] === "A" ? "B" : "A";
    const modified = `${token.slice(0, index)}${replacement}${token.slice(index + 1)}`;
    expect(await verifier.verify(modified), `character ${index}`).toBeNull();
  }
});

// OWASP ASVS 5.0, 9.1.2: only algorithms on an allowlist.
test.each([
  "none",
  "None",
  "HS256",
  "RS256",
  "ES384",
  "EdDSA",
  "",
])("the algorithm %j is rejected", async (alg) => {
  const { token } = await tokens.issue(USER);
  const [, payload, signature] = token.split(".");
  const { kid } = await keys.current();
  for (const part of [signature, ""]) {
    const forged = `${encodePart({ alg, kid, typ: "JWT" })}.${payload}.${part}`;
    expect(await createVerifier().verify(forged)).toBeNull();
  }
});

test("an HMAC with any secret is rejected", async () => {
  const { claims } = await tokens.issue(USER);
  const { kid } = await keys.current();
  const forged = await new SignJWT({ ...claims })
    .setProtectedHeader({ alg: "HS256", kid })
    .sign(await generateSecret("HS256"));
  expect(await createVerifier().verify(forged)).toBeNull();
});

test("a token without a key id, or with an unknown one, is rejected", async () => {
  const { claims } = await tokens.issue(USER);
  for (const kid of [undefined, "", "00000000-0000-4000-8000-000000000000", "' or true --"]) {
    expect(await createVerifier().verify(await signWithOwnKey(claims, { kid }))).toBeNull();
  }
});

test("a critical header extension that the backend does not support is rejected", async () => {
  const { token } = await tokens.issue(USER);
  const [, payload, signature] = token.split(".");
  const { kid } = await keys.current();
  const header = encodePart({ alg: "ES256", kid, crit: ["exp"], exp: 1 });
  expect(await createVerifier().verify(`${header}.${payload}.${signature}`)).toBeNull();
});

// These tokens have valid signatures. Another service with the same key, or an older version, could issue
// them.
test.each([
  ["no expiry", { exp: undefined }],
  ["an expiry that is a text", { exp: "never" }],
  ["a start in the future", { nbf: START.getTime() / 1000 + 60 }],
  ["another issuer", { iss: "https://attacker.example/auth/v1" }],
  ["another audience", { aud: "anon" }],
  ["several audiences", { aud: ["authenticated", "anon"] }],
  ["the role of the secret key", { role: "service_role" }],
  ["the role postgres", { role: "postgres" }],
  ["no session", { session_id: undefined }],
  ["a session that is not a UUID", { session_id: "1; drop table users" }],
  ["a subject that is not a UUID", { sub: "admin" }],
  ["an unknown assurance level", { aal: "aal3" }],
  ["metadata that is not an object", { app_metadata: "admin" }],
  ["metadata that is a list", { app_metadata: [] }],
])("a correctly signed token with %s is rejected", async (_, changed) => {
  const { claims } = await tokens.issue(USER);
  expect(await createVerifier().verify(await signWithOwnKey({ ...claims, ...changed }))).toBeNull();
});

test("unknown additional claims are kept, so that policies can read them", async () => {
  const { claims } = await tokens.issue(USER);
  const token = await signWithOwnKey({ ...claims, tenant: "north" });
  expect(await createVerifier().verify(token)).toMatchObject({ tenant: "north" });
});

test.each([
  "",
  ".",
  "..",
  "a.b.c",
  "Bearer x",
  "eyJhbGciOiJFUzI1NiJ9..",
  "\u0000",
  "é.é.é",
])("malformed text is rejected without an error: %j", async (text) => {
  expect(await createVerifier().verify(text)).toBeNull();
});

test("a token longer than 16 KB is rejected, even if it is correctly signed", async () => {
  const { token } = await tokens.issue({ ...USER, user_metadata: { note: "x".repeat(16_384) } });
  expect(await createVerifier().verify(token)).toBeNull();
});

test("a token for another backend with the same keys is rejected", async () => {
  const { token } = await tokens.issue(USER);
  expect(await createVerifier("https://preview.example/auth/v1").verify(token)).toBeNull();
});
