import { createHash, randomBytes, randomInt, randomUUID } from "node:crypto";
import type pg from "pg";
import { execute, queryRows } from "../../query.ts";

export const TOKEN_PURPOSES = ["recovery", "magiclink", "invite", "signup", "email_change"] as const;
/** Purpose of an emailed token: the `type` parameter of `/verify`. */
export type TokenPurpose = (typeof TOKEN_PURPOSES)[number];
type Purpose = TokenPurpose | "reauthentication";

const HOUR_MS = 3600 * 1000;

// Using a token revokes the user's other tokens of the same type.
const TOKEN_KINDS = {
  recovery: { type: "recovery_token", ttl: HOUR_MS },
  magiclink: { type: "magiclink_token", ttl: HOUR_MS },
  invite: { type: "confirmation_token", ttl: 7 * 24 * HOUR_MS },
  signup: { type: "confirmation_token", ttl: 24 * HOUR_MS },
  email_change: { type: "email_change_token_new", ttl: 24 * HOUR_MS },
  reauthentication: { type: "reauthentication_token", ttl: HOUR_MS },
} as const satisfies Record<Purpose, { type: string; ttl: number }>;
const MAX_TTL_MS = 7 * 24 * HOUR_MS;
const TOKEN_BYTES = 32;
/** Excludes characters that look alike. Eight characters contain 40 random bits. */
const CODE_CHARACTERS = "23456789ABCDEFGHJKLMNPQRSTUVWXYZ";
const CODE_LENGTH = 8;

/** Prefix of tokens requested with PKCE, as in Supabase Auth. Their links redirect with a code instead of a session. */
export const PKCE_PREFIX = "pkce_";

export type IssuedToken = { id: string; token: string; expiresAt: Date };

/**
 * Issues a token of 256 random bits and stores only its hash. The user's older tokens stay valid. A nonce for
 * reauthentication is a short code, because users type it. It is useless without one of the user's sessions.
 */
export async function issueToken(
  client: pg.PoolClient,
  token: { userId: string; purpose: Purpose; email: string; at: Date; prefix?: string },
): Promise<IssuedToken> {
  const id = randomUUID();
  const secret =
    token.purpose === "reauthentication"
      ? generateCode()
      : `${token.prefix ?? ""}${randomBytes(TOKEN_BYTES).toString("base64url")}`;
  const { type, ttl } = TOKEN_KINDS[token.purpose];
  await queryRows(
    client,
    `insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, created_at, updated_at)
     values ($1, $2, $3::auth.one_time_token_type, $4, $5, $6::timestamptz at time zone 'utc',
             $6::timestamptz at time zone 'utc')`,
    [id, token.userId, type, hashToken(token.purpose, secret), token.email, token.at],
  );
  return { id, token: secret, expiresAt: new Date(token.at.getTime() + ttl) };
}

/** Returns the user id of a token, or null for an unknown token, without consuming it. */
export async function findTokenOwner(
  database: Pick<pg.Pool, "query">,
  purposes: Purpose[],
  token: string,
): Promise<string | null> {
  const rows = await queryRows(
    database,
    "select user_id from auth.one_time_tokens where token_hash = any($1)",
    [purposes.map((purpose) => hashToken(purpose, token))],
  );
  return rows[0]?.user_id ?? null;
}

/**
 * Consumes a token and revokes the user's other tokens of the same type. Callers must hold the lock on the user row, so
 * that only one of two concurrent requests succeeds. Returns null for an unknown, used, revoked or expired token.
 */
export async function consumeToken(
  client: pg.PoolClient,
  input: { userId: string; purposes: Purpose[]; token: string; at: Date },
): Promise<{ id: string; purpose: Purpose; email: string } | null> {
  const purposesByHash = new Map(input.purposes.map((purpose) => [hashToken(purpose, input.token), purpose]));
  const rows = await queryRows(
    client,
    `delete from auth.one_time_tokens where user_id = $1 and token_hash = any($2)
     returning id, token_hash, relates_to, created_at at time zone 'utc' as issued_at`,
    [input.userId, [...purposesByHash.keys()]],
  );
  const [consumed] = rows;
  const purpose = purposesByHash.get(consumed?.token_hash ?? "");
  if (!consumed || !purpose) {
    return null;
  }
  if (input.at.getTime() >= consumed.issued_at.getTime() + TOKEN_KINDS[purpose].ttl) {
    return null;
  }
  await revokeTokensOfType(client, input.userId, purpose);
  return { id: consumed.id, purpose, email: consumed.relates_to };
}

/** True if `consumeToken` would accept the token now. */
export async function isTokenValid(
  database: Pick<pg.Pool, "query">,
  input: { userId: string; purpose: Purpose; token: string; at: Date },
): Promise<boolean> {
  const rowCount = await execute(
    database,
    `select from auth.one_time_tokens
     where user_id = $1 and token_hash = $2 and created_at > $3::timestamptz at time zone 'utc'`,
    [
      input.userId,
      hashToken(input.purpose, input.token),
      new Date(input.at.getTime() - TOKEN_KINDS[input.purpose].ttl),
    ],
  );
  return rowCount === 1;
}

/** Revokes the outstanding tokens of a user that have the same type as tokens with this purpose. */
export async function revokeTokensOfType(
  client: pg.PoolClient,
  userId: string,
  purpose: Purpose,
): Promise<void> {
  await queryRows(
    client,
    "delete from auth.one_time_tokens where user_id = $1 and token_type = $2::auth.one_time_token_type",
    [userId, TOKEN_KINDS[purpose].type],
  );
}

/** Revokes every outstanding link and nonce of a user. */
export async function revokeTokens(client: pg.PoolClient, userId: string): Promise<void> {
  await queryRows(client, "delete from auth.one_time_tokens where user_id = $1", [userId]);
}

/** Deletes tokens that are older than the longest lifetime of any purpose. */
export async function removeExpiredTokens(database: Pick<pg.Pool, "query">, at: Date): Promise<void> {
  await queryRows(
    database,
    "delete from auth.one_time_tokens where created_at < $1::timestamptz at time zone 'utc'",
    [new Date(at.getTime() - MAX_TTL_MS)],
  );
}

/** Returns a code such as "7K2M-Q9XT". */
function generateCode(): string {
  const code = Array.from({ length: CODE_LENGTH }, () => CODE_CHARACTERS[randomInt(CODE_CHARACTERS.length)]);
  return `${code.slice(0, CODE_LENGTH / 2).join("")}-${code.slice(CODE_LENGTH / 2).join("")}`;
}

// The hash includes the purpose, so a token cannot be used for another purpose. Codes are typed, so case, spaces and
// hyphens do not matter.
function hashToken(purpose: Purpose, token: string): string {
  const secret = purpose === "reauthentication" ? token.replaceAll(/[^a-z\d]/gi, "").toUpperCase() : token;
  return createHash("sha256").update(`${purpose}:${secret}`).digest("hex");
}
