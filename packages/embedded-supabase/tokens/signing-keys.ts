import { randomUUID } from "node:crypto";
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from "jose";
import type pg from "pg";
import { queryRows } from "../query.ts";

export const ALGORITHM = "ES256";

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

/** Signing keys in PostgreSQL, shared by all processes and unaffected by restarts. */
export function createSigningKeys(pool: pg.Pool, now: () => Date): SigningKeys {
  let loaded: LoadedKeys | null = null;
  let loading: Promise<LoadedKeys> | null = null;

  const getKeys = async (maxAgeMs: number): Promise<LoadedKeys> => {
    if (loaded && Math.abs(now().getTime() - loaded.loadedAt) < maxAgeMs) {
      return loaded;
    }
    loading ??= loadKeys(pool, now()).finally(() => {
      loading = null;
    });
    loaded = await loading;
    return loaded;
  };

  return {
    current: async () => (await getKeys(MAX_CACHE_AGE_MS)).signing,
    published: async () => ({ keys: (await getKeys(MAX_CACHE_AGE_MS)).published }),
    async find(kid) {
      const key = (await getKeys(MAX_CACHE_AGE_MS)).verifying.get(kid);
      return key ?? (await getKeys(MIN_RELOAD_INTERVAL_MS)).verifying.get(kid) ?? null;
    },
    async rotate() {
      await createKey(pool, now());
      await removeSupersededKeys(pool, now());
      loaded = null;
    },
    async rotateWhenDue() {
      const rows = await queryRows(
        pool,
        "select created_at from embedded.signing_keys order by created_at desc limit 1",
      );
      const [newest] = rows;
      if (newest && now().getTime() - newest.created_at.getTime() > MAX_SIGNING_AGE_MS) {
        await createKey(pool, new Date(now().getTime() + ACTIVATION_DELAY_MS));
      }
      await removeSupersededKeys(pool, now());
      loaded = null;
    },
  };
}

/** Deletes a key when its successor has been signing for longer than the lifetime of its tokens. */
async function removeSupersededKeys(pool: pg.Pool, at: Date): Promise<void> {
  await queryRows(
    pool,
    `delete from embedded.signing_keys as old using embedded.signing_keys as successor
     where successor.created_at > old.created_at and successor.created_at < $1`,
    [new Date(at.getTime() - KEY_OVERLAP_MS)],
  );
}

async function loadKeys(pool: pg.Pool, at: Date): Promise<LoadedKeys> {
  const rows = await selectKeys(pool);
  const signing = rows.find((row) => row.created_at <= at) ?? rows[0];
  if (!signing) {
    await createKey(pool, at, { onlyFirst: true });
    return loadKeys(pool, at);
  }
  const verifying = new Map<string, CryptoKey>();
  for (const row of rows) {
    verifying.set(row.kid, await importKey(row.public_jwk));
  }
  return {
    loadedAt: at.getTime(),
    signing: { kid: signing.kid, key: await importKey(signing.private_jwk) },
    verifying,
    published: rows.map((row) => ({
      ...row.public_jwk,
      kid: row.kid,
      alg: ALGORITHM,
      use: "sig",
      key_ops: ["verify"],
    })),
  };
}

type StoredKey = { kid: string; private_jwk: JWK; public_jwk: JWK; created_at: Date };

async function selectKeys(pool: pg.Pool): Promise<StoredKey[]> {
  const rows = await queryRows(
    pool,
    "select kid, private_jwk, public_jwk, created_at from embedded.signing_keys order by created_at desc, kid",
  );
  return rows;
}

const INSERT_KEY = `
  insert into embedded.signing_keys (kid, private_jwk, public_jwk, created_at)
  select $1::uuid, $2::jsonb, $3::jsonb, $4::timestamptz` as const;
const INSERT_FIRST_KEY = `${INSERT_KEY} where not exists (select from embedded.signing_keys)` as const;

async function createKey(
  pool: pg.Pool,
  at: Date,
  { onlyFirst }: { onlyFirst: boolean } = { onlyFirst: false },
): Promise<void> {
  const pair = await generateKeyPair(ALGORITHM, { extractable: true });
  await queryRows(pool, onlyFirst ? INSERT_FIRST_KEY : INSERT_KEY, [
    randomUUID(),
    await exportJWK(pair.privateKey),
    await exportJWK(pair.publicKey),
    at,
  ]);
}

async function importKey(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, ALGORITHM);
  if (key instanceof Uint8Array) {
    throw new Error("A signing key in the database is not an elliptic-curve key");
  }
  return key;
}
