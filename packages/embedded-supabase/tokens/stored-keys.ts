import { randomUUID } from "node:crypto";
import { exportJWK, generateKeyPair, type JWK } from "jose";
import type pg from "pg";
import { queryRows } from "../query.ts";
import type { SecretCipher } from "../secret-cipher.ts";

export const ALGORITHM = "ES256";

/** A row of `embedded.signing_keys`. */
export type StoredKey = {
  kid: string;
  /** The value to decrypt with `SecretCipher`. */
  storedPrivateJwk: string;
  publicJwk: JWK;
  createdAt: Date;
};

/** Returns all keys, the newest first. */
export async function selectKeys(pool: pg.Pool): Promise<StoredKey[]> {
  const rows = await queryRows(
    pool,
    `select kid, private_jwk::text as private_jwk, public_jwk, created_at
       from embedded.signing_keys order by created_at desc, kid`,
  );
  return rows.map((row) => ({
    kid: row.kid,
    storedPrivateJwk: row.private_jwk,
    publicJwk: row.public_jwk,
    createdAt: row.created_at,
  }));
}

const INSERT_KEY = `
  insert into embedded.signing_keys (kid, private_jwk, public_jwk, created_at)
  select $1::uuid, $2::text::jsonb, $3::jsonb, $4::timestamptz` as const;
const INSERT_FIRST_KEY = `${INSERT_KEY} where not exists (select from embedded.signing_keys)` as const;

/**
 * Generates a key that is used for signing from `options.at` on.
 * @param options With `onlyFirst`, creates a key only if there is none.
 */
export async function createKey(
  pool: pg.Pool,
  secretCipher: SecretCipher,
  { at, onlyFirst = false }: { at: Date; onlyFirst?: boolean },
): Promise<void> {
  const kid = randomUUID();
  const pair = await generateKeyPair(ALGORITHM, { extractable: true });
  const privateJwk = JSON.stringify(await exportJWK(pair.privateKey));
  await queryRows(pool, onlyFirst ? INSERT_FIRST_KEY : INSERT_KEY, [
    kid,
    secretCipher.encrypt(privateJwk, kid),
    await exportJWK(pair.publicKey),
    at,
  ]);
}

/** Replaces the stored private key, unless another process has already replaced it. */
export async function replacePrivateKey(
  pool: pg.Pool,
  { kid, storedPrivateJwk }: StoredKey,
  replacement: string,
): Promise<void> {
  await queryRows(
    pool,
    `update embedded.signing_keys set private_jwk = $3::text::jsonb
      where kid = $1 and private_jwk = $2::text::jsonb`,
    [kid, storedPrivateJwk, replacement],
  );
}

/** Deletes the keys whose successor has been signing since `before`. */
export async function removeSupersededKeys(pool: pg.Pool, before: Date): Promise<void> {
  await queryRows(
    pool,
    `delete from embedded.signing_keys as old using embedded.signing_keys as successor
     where successor.created_at > old.created_at and successor.created_at < $1`,
    [before],
  );
}
