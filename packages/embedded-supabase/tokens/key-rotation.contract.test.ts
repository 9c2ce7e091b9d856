import { createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from "jose";
import { describe, expect, test } from "vitest";
import {
  aBackendForThisTest,
  aPerson,
  type Backend,
  contractTargets,
  signedIn,
} from "#tests/support/contract.ts";

// https://supabase.com/docs/guides/auth/signing-keys#rotating-and-revoking-keys
describe.each(contractTargets)("changing the signing key on $name", (target) => {
  const publishedKeys = async (backend: Backend): Promise<JSONWebKeySet> => {
    const answer = await fetch(`${backend.url}/auth/v1/.well-known/jwks.json`);
    return answer.json();
  };
  const aToken = async (backend: Backend) => {
    const client = await signedIn(backend, await aPerson(backend));
    const token = (await client.auth.getSession()).data.session?.access_token ?? "";
    return { client, token, kid: decodeProtectedHeader(token).kid };
  };
  const hour = 3600 * 1000;

  test("both keys are published, without their private half; old tokens count, new ones carry the new key", async () => {
    const backend = await aBackendForThisTest(target);
    const before = await aToken(backend);
    await backend.supabase.rotateKeys();
    const after = await aToken(backend);
    expect(after.kid).not.toBe(before.kid);

    const published = await publishedKeys(backend);
    expect(published.keys.map((key) => key.kid)).toEqual([after.kid, before.kid]);
    for (const key of published.keys) {
      expect(key).toMatchObject({ kty: "EC", crv: "P-256", alg: "ES256", use: "sig", key_ops: ["verify"] });
      expect(key).not.toHaveProperty("d");
    }
    for (const { client, token } of [before, after]) {
      // As a verifier elsewhere sees it, then as our own endpoints do.
      const { payload } = await jwtVerify(token, createLocalJWKSet(published), { audience: "authenticated" });
      expect(payload.iss).toBe(`${backend.url}/auth/v1`);
      expect((await client.auth.getUser()).error).toBeNull();
      expect((await client.from("clients").select()).error).toBeNull();
    }
  });

  test("a refresh moves a session to the new key", async () => {
    const backend = await aBackendForThisTest(target);
    const { client, kid } = await aToken(backend);
    await backend.supabase.rotateKeys();
    const { data } = await client.auth.refreshSession();
    expect(decodeProtectedHeader(data.session?.access_token ?? "").kid).not.toBe(kid);
  });

  test("a key goes at the first change after its last token has ended", async () => {
    const backend = await aBackendForThisTest(target);
    const { kid: first } = await aToken(backend);
    await backend.supabase.rotateKeys();
    backend.advance(hour);
    await backend.supabase.rotateKeys();
    expect((await publishedKeys(backend)).keys.map((key) => key.kid)).toContain(first);
    backend.advance(2 * hour);
    await backend.supabase.rotateKeys();
    const { keys } = await publishedKeys(backend);
    expect(keys.map((key) => key.kid)).not.toContain(first);
    expect(keys).toHaveLength(2);
  });

  // Ours: OWASP ASVS 5.0, 11.1.1; a hosted project's keys are changed by its owner.
  test("a key signs for 90 days, its successor is published before it signs, and it goes two hours later", async () => {
    const backend = await aBackendForThisTest(target);
    const { kid: first } = await aToken(backend);
    backend.advance(89 * 24 * hour);
    await backend.supabase.removeExpired();
    expect((await aToken(backend)).kid).toBe(first);
    backend.advance(2 * 24 * hour);
    await backend.supabase.removeExpired();
    // Other processes have read the new key by the time it signs.
    expect((await publishedKeys(backend)).keys).toHaveLength(2);
    expect((await aToken(backend)).kid).toBe(first);
    await backend.supabase.removeExpired();
    backend.advance(hour / 20);
    const { kid: second } = await aToken(backend);
    expect((await publishedKeys(backend)).keys.map((key) => key.kid)).toEqual([second, first]);
    backend.advance(3 * hour);
    await backend.supabase.removeExpired();
    expect((await publishedKeys(backend)).keys.map((key) => key.kid)).toEqual([second]);
  });
});
