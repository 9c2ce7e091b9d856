import { type CryptoKey, importJWK, type JWK } from "jose";
import type pg from "pg";
import { z } from "zod";
import type { Log } from "../log.ts";
import { queryRows } from "../query.ts";
import type { SecretCipher } from "../secret-cipher.ts";
import {
  ALGORITHM,
  createKey,
  removeSupersededKeys,
  replacePrivateKey,
  type StoredKey,
  selectKeys,
} from "./stored-keys.ts";

/** Lifetime of an access token. */
export const ACCESS_TOKEN_TTL_SECONDS = 3600;

type SigningKey = { kid: string; key: CryptoKey };

export type SigningKeys = {
  /** The newest active key, which signs new tokens. */
  current(): Promise<SigningKey>;
  /** Returns the public key for a `kid`; null if it is unknown. */
  find(kid: string): Promise<CryptoKey | null>;
  /** The public keys for `/.well-known/jwks.json`. */
  published(): Promise<{ keys: JWK[] }>;
  /** Creates a new signing key. Older keys stay valid for verification until their tokens have expired. */
  rotate(): Promise<void>;
  /**
   * Publishes a new key when the newest is 90 days old; it starts signing 2 minutes later. Removes keys whose tokens
   * have all expired.
   */
  rotateWhenDue(): Promise<void>;
  /** Encrypts the private keys that are stored in plain text or with the previous encryption key. */
  encryptStored(): Promise<void>;
};

type LoadedKeys = {
  loadedAt: number;
  signing: SigningKey;
  verifying: Map<string, CryptoKey>;
  published: JWK[];
};

// Other processes can also rotate keys, so reload them at least this often.
const MAX_CACHE_AGE_MS = 60_000;
// Limits how often forged tokens with an unknown `kid` can cause a reload.
const MIN_RELOAD_INTERVAL_MS = 1_000;
const KEY_OVERLAP_MS = 2 * ACCESS_TOKEN_TTL_SECONDS * 1000;
const MAX_SIGNING_AGE_MS = 90 * 24 * 3600 * 1000;
// A scheduled key starts signing after every process has loaded it, so that no process rejects its tokens.
const ACTIVATION_DELAY_MS = 2 * MAX_CACHE_AGE_MS;

type SigningKeysOptions = { pool: pg.Pool; secretCipher: SecretCipher; now: () => Date; log: Log };

/**
 * Signing keys in PostgreSQL, shared by all processes and unaffected by restarts. Private keys are encrypted. Without
 * the encryption key, tokens can still be verified, and a new signing key is created.
 */
export function createSigningKeys({ pool, secretCipher, now, log }: SigningKeysOptions): SigningKeys {
  let loaded: LoadedKeys | null = null;
  let loading: Promise<LoadedKeys> | null = null;
  const openPrivateKey = createPrivateKeyReader(secretCipher, log);

  const getKeys = async (maxAgeMs: number): Promise<LoadedKeys> => {
    if (loaded && Math.abs(now().getTime() - loaded.loadedAt) < maxAgeMs) {
      return loaded;
    }
    loading ??= loadKeys(now()).finally(() => {
      loading = null;
    });
    loaded = await loading;
    return loaded;
  };

  const loadKeys = async (at: Date): Promise<LoadedKeys> => {
    const rows = await selectKeys(pool);
    const signing = await findSigningKey(rows, at);
    if (!signing) {
      await createKey(pool, secretCipher, { at, onlyFirst: rows.length === 0 });
      return loadKeys(at);
    }
    const verifying = new Map<string, CryptoKey>();
    for (const row of rows) {
      verifying.set(row.kid, await importKey(row.publicJwk));
    }
    return {
      loadedAt: at.getTime(),
      signing,
      verifying,
      published: rows.map((row) => ({
        ...row.publicJwk,
        kid: row.kid,
        alg: ALGORITHM,
        use: "sig",
        key_ops: ["verify"],
      })),
    };
  };

  /** Returns the newest active key that can be decrypted. If there is none, returns the next scheduled one. */
  const findSigningKey = async (rows: StoredKey[], at: Date): Promise<SigningKey | null> => {
    const [active, scheduled] = [
      rows.filter((row) => row.createdAt <= at),
      rows.filter((row) => row.createdAt > at),
    ];
    for (const row of [...active, ...scheduled]) {
      const key = await openPrivateKey(row);
      if (key) {
        return { kid: row.kid, key };
      }
    }
    return null;
  };

  const removeSuperseded = () => removeSupersededKeys(pool, new Date(now().getTime() - KEY_OVERLAP_MS));

  return {
    current: async () => (await getKeys(MAX_CACHE_AGE_MS)).signing,
    published: async () => ({ keys: (await getKeys(MAX_CACHE_AGE_MS)).published }),
    async find(kid) {
      const key = (await getKeys(MAX_CACHE_AGE_MS)).verifying.get(kid);
      return key ?? (await getKeys(MIN_RELOAD_INTERVAL_MS)).verifying.get(kid) ?? null;
    },
    async rotate() {
      await createKey(pool, secretCipher, { at: now() });
      await removeSuperseded();
      loaded = null;
    },
    async rotateWhenDue() {
      const rows = await queryRows(
        pool,
        "select created_at from embedded.signing_keys order by created_at desc limit 1",
      );
      const [newest] = rows;
      if (newest && now().getTime() - newest.created_at.getTime() > MAX_SIGNING_AGE_MS) {
        await createKey(pool, secretCipher, { at: new Date(now().getTime() + ACTIVATION_DELAY_MS) });
      }
      await removeSuperseded();
      loaded = null;
    },
    async encryptStored() {
      for (const row of await selectKeys(pool)) {
        const decrypted = decryptPrivateKey(secretCipher, row);
        if ("secret" in decrypted && decrypted.isStale) {
          await replacePrivateKey(pool, row, secretCipher.encrypt(decrypted.secret, row.kid));
        }
      }
    },
  };
}

/**
 * Returns a function that decrypts and imports a private key, or returns null if it was encrypted with an unknown key.
 * Decrypts each key once, so that a process can continue to sign after another one encrypts the key with a newer key.
 */
function createPrivateKeyReader(
  secretCipher: SecretCipher,
  log: Log,
): (row: StoredKey) => Promise<CryptoKey | null> {
  const keys = new Map<string, CryptoKey | null>();
  return async (row) => {
    const known = keys.get(row.kid);
    if (known) {
      return known;
    }
    const decrypted = decryptPrivateKey(secretCipher, row);
    if ("error" in decrypted) {
      if (!keys.has(row.kid)) {
        log.error(
          { err: decrypted.error, kid: row.kid },
          "A signing key cannot be decrypted, so another one is used",
        );
      }
      keys.set(row.kid, null);
      return null;
    }
    const key = await importKey(JwkSchema.parse(JSON.parse(decrypted.secret)));
    keys.set(row.kid, key);
    return key;
  };
}

function decryptPrivateKey(
  secretCipher: SecretCipher,
  { kid, storedPrivateJwk }: StoredKey,
): ReturnType<SecretCipher["decrypt"]> | { error: unknown } {
  try {
    return secretCipher.decrypt(storedPrivateJwk, kid);
  } catch (error) {
    return { error };
  }
}

const JwkSchema = z.looseObject({ kty: z.string() });

async function importKey(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, ALGORITHM);
  if (key instanceof Uint8Array) {
    throw new Error("A signing key in the database is not an elliptic-curve key");
  }
  return key;
}
