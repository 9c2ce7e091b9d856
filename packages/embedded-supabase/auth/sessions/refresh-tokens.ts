import { createHash, createHmac, randomBytes } from "node:crypto";
import type pg from "pg";
import { queryRows } from "../../query.ts";

/**
 * Generates refresh tokens, which are stored only as hashes. A successor is derived from its predecessor with a secret,
 * so that several tabs that refresh the same token at the same time receive the same successor.
 */
export type RefreshTokens = {
  generate(): string;
  /** May query the database. Call it before taking a connection from the pool. */
  loadSuccessorFunction(): Promise<DeriveSuccessor>;
};

export type DeriveSuccessor = (token: string) => string;

const SECRET_NAME = "refresh-token-successors";

export function createRefreshTokens(pool: pg.Pool): RefreshTokens {
  let secret: Promise<Buffer> | null = null;
  const loadSecretOnce = () => {
    secret ??= loadOrCreateSecret(pool).catch((error) => {
      secret = null;
      throw error;
    });
    return secret;
  };
  return {
    generate: () => randomBytes(32).toString("base64url"),
    async loadSuccessorFunction() {
      const key = await loadSecretOnce();
      return (token) => createHmac("sha256", key).update(token).digest("base64url");
    },
  };
}

/** Hashes a token for storage. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

async function loadOrCreateSecret(pool: pg.Pool): Promise<Buffer> {
  await queryRows(
    pool,
    "insert into embedded.secrets (name, value) values ($1, $2) on conflict (name) do nothing",
    [SECRET_NAME, randomBytes(32)],
  );
  const rows = await queryRows(pool, "select value from embedded.secrets where name = $1", [SECRET_NAME]);
  const [secret] = rows;
  if (!secret) {
    throw new Error(`Secret "${SECRET_NAME}" is missing from embedded.secrets`);
  }
  return secret.value;
}
