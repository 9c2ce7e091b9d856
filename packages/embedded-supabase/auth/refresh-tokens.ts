import { createHash, createHmac, randomBytes } from "node:crypto";
import type pg from "pg";

/**
 * Refresh tokens are kept as digests only. A successor is derived from its predecessor with a secret, so that the
 * tabs of one browser, refreshing the same token at once, can all be told the same successor.
 */
export type RefreshTokens = {
  first(): string;
  /** Gives what tells a token's successor. May ask the database: never call it while holding a connection. */
  successors(): Promise<SuccessorOf>;
};

export type SuccessorOf = (token: string) => string;

const secretName = "refresh-token-successors";

export function createRefreshTokens(pool: pg.Pool): RefreshTokens {
  let secret: Promise<Buffer> | null = null;
  const readSecret = () => {
    secret ??= storedSecret(pool).catch((error) => {
      secret = null;
      throw error;
    });
    return secret;
  };
  return {
    first: () => randomBytes(32).toString("base64url"),
    async successors() {
      const key = await readSecret();
      return (token) => createHmac("sha256", key).update(token).digest("base64url");
    },
  };
}

/** What the table holds of a token. */
export function digestOf(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}

async function storedSecret(pool: pg.Pool): Promise<Buffer> {
  await pool.query(
    "insert into embedded.secrets (name, value) values ($1, $2) on conflict (name) do nothing",
    [secretName, randomBytes(32)],
  );
  const { rows } = await pool.query<{ value: Buffer }>("select value from embedded.secrets where name = $1", [
    secretName,
  ]);
  const [found] = rows;
  if (!found) throw new Error("The secret of refresh tokens has gone from embedded.secrets");
  return found.value;
}
