import { randomBytes } from "node:crypto";
import { decodeProtectedHeader } from "jose";
import { describe, expect, onTestFinished, test } from "vitest";
import { type Log, silentLog } from "#src/log.ts";
import {
  AUTH_TARGETS,
  createTestUser,
  signInAs,
  startIsolatedBackend,
  startTestBackend,
  type TestBackend,
  type TestUser,
} from "#src/test-support/test-backend.ts";
import type { TestDatabase } from "#src/test-support/test-database.ts";

const MINUTE_MS = 60_000;
const createEncryptionKey = () => randomBytes(32).toString("base64");

// Project choice: OWASP ASVS 5.0, 13.3.1. A hosted project stores its signing keys itself.
describe.each(AUTH_TARGETS)("stored signing keys on $name", (target) => {
  /** Starts another process on the database of a backend. */
  const startOn = async (
    database: TestDatabase,
    options: { encryptionKey?: string; previousEncryptionKey?: string; log?: Log },
  ): Promise<TestBackend> => {
    const backend = await startTestBackend(database, options);
    onTestFinished(backend.close);
    return backend;
  };
  const signIn = async (backend: TestBackend, user: TestUser) => {
    const client = await signInAs(backend, user);
    const token = (await client.auth.getSession()).data.session?.access_token ?? "";
    return { client, token, kid: decodeProtectedHeader(token).kid };
  };
  const readKeys = async ({ pool }: TestDatabase): Promise<{ kid: string; private_jwk: object }[]> => {
    const { rows } = await pool.query(
      "select kid, private_jwk from embedded.signing_keys order by created_at",
    );
    return rows;
  };
  const ENCRYPTED = {
    alg: "aes-gcm-hkdf",
    key_id: expect.any(String),
    data: expect.any(String),
    nonce: expect.any(String),
  };

  test("are encrypted, also after a rotation", async () => {
    const backend = await startIsolatedBackend(target);
    await signIn(backend, await createTestUser(backend));
    await backend.supabase.rotateKeys();
    backend.advanceClock(91 * 24 * 60 * MINUTE_MS);
    await backend.supabase.removeExpired();
    const stored = await readKeys(backend.database);
    expect(stored.map((key) => key.private_jwk)).toEqual(Array(stored.length).fill(ENCRYPTED));
    expect(stored.length).toBeGreaterThanOrEqual(2);
  });

  test("in plain text are encrypted at startup, and continue to sign", async () => {
    const backend = await startIsolatedBackend(target, { encryptionKey: null });
    const { database } = backend;
    const user = await createTestUser(backend);
    const before = await signIn(backend, user);
    expect(await readKeys(database)).toMatchObject([{ private_jwk: { kty: "EC", d: expect.any(String) } }]);

    const upgraded = await startOn(database, {});
    expect(await readKeys(database)).toEqual([{ kid: before.kid, private_jwk: ENCRYPTED }]);
    expect((await signIn(upgraded, user)).kid).toBe(before.kid);
  });

  test("are encrypted with a new encryption key at startup, if the previous one is configured", async () => {
    const [oldKey, newKey] = [createEncryptionKey(), createEncryptionKey()];
    const backend = await startIsolatedBackend(target, { encryptionKey: oldKey });
    const user = await createTestUser(backend);
    const before = await signIn(backend, user);
    const [storedBefore] = await readKeys(backend.database);

    await startOn(backend.database, { encryptionKey: newKey, previousEncryptionKey: oldKey });
    const [storedAfter] = await readKeys(backend.database);
    expect(storedAfter).toEqual({ kid: before.kid, private_jwk: ENCRYPTED });
    expect(storedAfter).not.toEqual(storedBefore);
    // Afterwards, the previous key is no longer needed.
    const later = await startOn(backend.database, { encryptionKey: newKey });
    expect((await signIn(later, user)).kid).toBe(before.kid);
    // A process that still has the old key continues to sign until it restarts.
    backend.advanceClock(2 * MINUTE_MS);
    expect((await signIn(backend, user)).kid).toBe(before.kid);
  });

  test("that cannot be decrypted are reported and kept, and a new key is used", async () => {
    const logged: object[] = [];
    const log: Log = { ...silentLog, error: (fields, message) => void logged.push({ ...fields, message }) };
    const backend = await startIsolatedBackend(target, { encryptionKey: createEncryptionKey(), log });
    const user = await createTestUser(backend);
    const before = await signIn(backend, user);
    const [stored] = await readKeys(backend.database);

    const restored = await startOn(backend.database, { encryptionKey: createEncryptionKey(), log });
    const after = await signIn(restored, user);
    expect(after.kid).not.toBe(before.kid);
    const message = "A signing key cannot be decrypted, so another one is used";
    expect(logged).toEqual([expect.objectContaining({ kid: before.kid, message })]);
    expect(await readKeys(backend.database)).toEqual([stored, { kid: after.kid, private_jwk: ENCRYPTED }]);
    // Both processes accept the tokens of both keys, so no one is signed out.
    for (const { url } of [backend, restored]) {
      backend.advanceClock(2 * MINUTE_MS);
      const published = await (await fetch(`${url}/auth/v1/.well-known/jwks.json`)).json();
      expect(published.keys.map((key: { kid: string }) => key.kid)).toEqual([after.kid, before.kid]);
    }
    expect((await signIn(backend, user)).kid).toBe(before.kid);
  });
});
