import { randomUUID } from "node:crypto";
import { type CryptoKey, exportJWK, generateKeyPair, importJWK, type JWK } from "jose";
import type pg from "pg";

export const algorithm = "ES256";

/** Seconds an access token counts. */
export const accessTokenLife = 3600;

type SigningKey = { kid: string; key: CryptoKey };

export type SigningKeys = {
  /** The newest key that has begun, which signs. */
  current(): Promise<SigningKey>;
  /** The public key of a token's `kid`, or null when it is none of ours. */
  find(kid: string): Promise<CryptoKey | null>;
  /** The public keys for `/.well-known/jwks.json`. */
  published(): Promise<{ keys: JWK[] }>;
  /** Makes a new signing key; the older ones verify until their tokens have ended. */
  rotate(): Promise<void>;
  /**
   * Once the newest key is 90 days old, publishes another that signs two minutes later; removes those that no living
   * token needs.
   */
  rotateWhenDue(): Promise<void>;
};

type Loaded = { at: number; signing: SigningKey; verifying: Map<string, CryptoKey>; published: JWK[] };

// Other processes rotate too: how long a process may go on signing with what it knows.
const longestUnread = 60_000;
// A forged `kid` must not make us ask the database at the pace of the forger.
const shortestUnread = 1_000;
const overlap = 2 * accessTokenLife * 1000;
const longestSigning = 90 * 24 * 3600 * 1000;
// A key that is made because it is time begins later than every process has read it, so that none refuses its tokens.
const announced = 2 * longestUnread;

/** The keys of access tokens, kept in PostgreSQL so that several processes agree and a restart signs nobody out. */
export function createSigningKeys(pool: pg.Pool, now: () => Date): SigningKeys {
  let loaded: Loaded | null = null;
  let loading: Promise<Loaded> | null = null;

  const read = async (oldest: number): Promise<Loaded> => {
    if (loaded && Math.abs(now().getTime() - loaded.at) < oldest) return loaded;
    loading ??= load(pool, now()).finally(() => {
      loading = null;
    });
    loaded = await loading;
    return loaded;
  };

  return {
    current: async () => (await read(longestUnread)).signing,
    published: async () => ({ keys: (await read(longestUnread)).published }),
    async find(kid) {
      const known = (await read(longestUnread)).verifying.get(kid);
      return known ?? (await read(shortestUnread)).verifying.get(kid) ?? null;
    },
    async rotate() {
      await makeKey(pool, now());
      await removeSucceeded(pool, now());
      loaded = null;
    },
    async rotateWhenDue() {
      const { rows } = await pool.query<{ created_at: Date }>(
        "select created_at from embedded.signing_keys order by created_at desc limit 1",
      );
      const [newest] = rows;
      if (newest && now().getTime() - newest.created_at.getTime() > longestSigning)
        await makeKey(pool, new Date(now().getTime() + announced));
      await removeSucceeded(pool, now());
      loaded = null;
    },
  };
}

/** A key goes when its successor has been signing for longer than any of its tokens lives. */
async function removeSucceeded(pool: pg.Pool, at: Date): Promise<void> {
  await pool.query(
    `delete from embedded.signing_keys as old using embedded.signing_keys as successor
     where successor.created_at > old.created_at and successor.created_at < $1`,
    [new Date(at.getTime() - overlap)],
  );
}

async function load(pool: pg.Pool, at: Date): Promise<Loaded> {
  const rows = await stored(pool);
  const signing = rows.find((row) => row.created_at <= at) ?? rows[0];
  if (!signing) {
    await makeKey(pool, at, "where not exists (select from embedded.signing_keys)");
    return load(pool, at);
  }
  const verifying = new Map<string, CryptoKey>();
  for (const row of rows) verifying.set(row.kid, await imported(row.public_jwk));
  return {
    at: at.getTime(),
    signing: { kid: signing.kid, key: await imported(signing.private_jwk) },
    verifying,
    published: rows.map((row) => ({
      ...row.public_jwk,
      kid: row.kid,
      alg: algorithm,
      use: "sig",
      key_ops: ["verify"],
    })),
  };
}

type StoredKey = { kid: string; private_jwk: JWK; public_jwk: JWK; created_at: Date };

async function stored(pool: pg.Pool): Promise<StoredKey[]> {
  const { rows } = await pool.query<StoredKey>(
    "select kid, private_jwk, public_jwk, created_at from embedded.signing_keys order by created_at desc, kid",
  );
  return rows;
}

async function makeKey(pool: pg.Pool, at: Date, condition = ""): Promise<void> {
  const pair = await generateKeyPair(algorithm, { extractable: true });
  await pool.query(
    `insert into embedded.signing_keys (kid, private_jwk, public_jwk, created_at)
     select $1::uuid, $2::jsonb, $3::jsonb, $4::timestamptz ${condition}`,
    [randomUUID(), await exportJWK(pair.privateKey), await exportJWK(pair.publicKey), at],
  );
}

async function imported(jwk: JWK): Promise<CryptoKey> {
  const key = await importJWK(jwk, algorithm);
  if (key instanceof Uint8Array)
    throw new Error("A signing key in the database is not an elliptic-curve key");
  return key;
}
