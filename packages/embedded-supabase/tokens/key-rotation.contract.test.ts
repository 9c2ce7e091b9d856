import { createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet, jwtVerify } from "jose";
import { describe, expect, test } from "vitest";
import {
  AUTH_TARGETS,
  createTestUser,
  signInAs,
  startIsolatedBackend,
  type TestBackend,
} from "#src/test-support/test-backend.ts";

// See https://supabase.com/docs/guides/auth/signing-keys#rotating-and-revoking-keys
describe.each(AUTH_TARGETS)("signing key rotation on $name", (target) => {
  const fetchPublishedKeys = async (backend: TestBackend): Promise<JSONWebKeySet> => {
    const response = await fetch(`${backend.url}/auth/v1/.well-known/jwks.json`);
    return response.json();
  };
  const issueToken = async (backend: TestBackend) => {
    const client = await signInAs(backend, await createTestUser(backend));
    const token = (await client.auth.getSession()).data.session?.access_token ?? "";
    return { client, token, kid: decodeProtectedHeader(token).kid };
  };
  const HOUR_MS = 3600 * 1000;

  test("publishes both public keys, accepts old tokens and signs new ones with the new key", async () => {
    const backend = await startIsolatedBackend(target);
    await backend.database.pool.query(
      "create table public.notes (text text); grant select on public.notes to authenticated",
    );
    const before = await issueToken(backend);
    await backend.supabase.rotateKeys();
    const after = await issueToken(backend);
    expect(after.kid).not.toBe(before.kid);

    const published = await fetchPublishedKeys(backend);
    expect(published.keys.map((key) => key.kid)).toEqual([after.kid, before.kid]);
    for (const key of published.keys) {
      expect(key).toMatchObject({ kty: "EC", crv: "P-256", alg: "ES256", use: "sig", key_ops: ["verify"] });
      expect(key).not.toHaveProperty("d");
    }
    for (const { client, token } of [before, after]) {
      // Verify with the published keys, then with the backend's endpoints.
      const { payload } = await jwtVerify(token, createLocalJWKSet(published), { audience: "authenticated" });
      expect(payload.iss).toBe(`${backend.url}/auth/v1`);
      expect((await client.auth.getUser()).error).toBeNull();
      expect((await client.from("notes").select()).error).toBeNull();
    }
  });

  test("a refresh signs the session with the new key", async () => {
    const backend = await startIsolatedBackend(target);
    const { client, kid } = await issueToken(backend);
    await backend.supabase.rotateKeys();
    const { data } = await client.auth.refreshSession();
    expect(decodeProtectedHeader(data.session?.access_token ?? "").kid).not.toBe(kid);
  });

  test("removes a key at the first rotation after its last token has expired", async () => {
    const backend = await startIsolatedBackend(target);
    const { kid: first } = await issueToken(backend);
    await backend.supabase.rotateKeys();
    backend.advanceClock(HOUR_MS);
    await backend.supabase.rotateKeys();
    expect((await fetchPublishedKeys(backend)).keys.map((key) => key.kid)).toContain(first);
    backend.advanceClock(2 * HOUR_MS);
    await backend.supabase.rotateKeys();
    const { keys } = await fetchPublishedKeys(backend);
    expect(keys.map((key) => key.kid)).not.toContain(first);
    expect(keys).toHaveLength(2);
  });

  // Project choice: OWASP ASVS 5.0, 11.1.1; in a hosted project, the owner rotates the keys.
  test("a key signs for 90 days, its successor is published before it signs, and the old key is removed 2 hours later", async () => {
    const backend = await startIsolatedBackend(target);
    const { kid: first } = await issueToken(backend);
    backend.advanceClock(89 * 24 * HOUR_MS);
    await backend.supabase.removeExpired();
    expect((await issueToken(backend)).kid).toBe(first);
    backend.advanceClock(2 * 24 * HOUR_MS);
    await backend.supabase.removeExpired();
    // Other processes load the new key before it signs.
    expect((await fetchPublishedKeys(backend)).keys).toHaveLength(2);
    expect((await issueToken(backend)).kid).toBe(first);
    await backend.supabase.removeExpired();
    backend.advanceClock(HOUR_MS / 20);
    const { kid: second } = await issueToken(backend);
    expect((await fetchPublishedKeys(backend)).keys.map((key) => key.kid)).toEqual([second, first]);
    backend.advanceClock(3 * HOUR_MS);
    await backend.supabase.removeExpired();
    expect((await fetchPublishedKeys(backend)).keys.map((key) => key.kid)).toEqual([second]);
  });
});
