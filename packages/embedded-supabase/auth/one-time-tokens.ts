import { createHash, randomBytes, randomUUID } from "node:crypto";
import type pg from "pg";

/** What a token sent by mail is for; the `type` of `/verify`. */
export type TokenPurpose = "recovery" | "magiclink" | "invite" | "signup" | "email_change";
type Purpose = TokenPurpose | "reauthentication";

const hour = 3600 * 1000;

// A newer token of the same column voids the older one.
const kinds: Record<Purpose, { column: string; life: number }> = {
  recovery: { column: "recovery_token", life: hour },
  magiclink: { column: "recovery_token", life: hour },
  invite: { column: "confirmation_token", life: 7 * 24 * hour },
  signup: { column: "confirmation_token", life: 24 * hour },
  email_change: { column: "email_change_token_new", life: 24 * hour },
  reauthentication: { column: "reauthentication_token", life: hour },
};
const longestLife = 7 * 24 * hour;
const randomBytesInToken = 32;

/** Marks tokens whose link answers with a code for the browser that asked (PKCE), as Supabase Auth does. */
export const codeFlowPrefix = "pkce_";

export type IssuedToken = { token: string; expiresAt: Date };

/** Makes a token of 256 random bits and keeps its digest; the account's older token of that kind stops working. */
export async function issueToken(
  client: pg.PoolClient,
  token: { userId: string; purpose: Purpose; email: string; at: Date; prefix?: string },
): Promise<IssuedToken> {
  const secret = `${token.prefix ?? ""}${randomBytes(randomBytesInToken).toString("base64url")}`;
  const { column, life } = kinds[token.purpose];
  await client.query(
    `insert into auth.one_time_tokens (id, user_id, token_type, token_hash, relates_to, created_at, updated_at)
     values ($1, $2, $3::auth.one_time_token_type, $4, $5, $6::timestamptz at time zone 'utc',
             $6::timestamptz at time zone 'utc')
     on conflict (user_id, token_type) do update
        set token_hash = excluded.token_hash, relates_to = excluded.relates_to,
            created_at = excluded.created_at, updated_at = excluded.updated_at`,
    [randomUUID(), token.userId, column, digestOf(token.purpose, secret), token.email, token.at],
  );
  return { token: secret, expiresAt: new Date(token.at.getTime() + life) };
}

/** Whose token this is; null when nobody's. Spends nothing. */
export async function ownerOf(
  database: Pick<pg.Pool, "query">,
  purposes: Purpose[],
  token: string,
): Promise<string | null> {
  const { rows } = await database.query<{ user_id: string }>(
    "select user_id from auth.one_time_tokens where token_hash = any($1)",
    [purposes.map((purpose) => digestOf(purpose, token))],
  );
  return rows[0]?.user_id ?? null;
}

/**
 * Uses a token up. Of two at once one gets it: callers hold the lock on the account's row.
 * Null for a token that is unknown, used, voided or past its time.
 */
export async function spendToken(
  client: pg.PoolClient,
  use: { userId: string; purposes: Purpose[]; token: string; at: Date },
): Promise<{ purpose: Purpose; email: string } | null> {
  const digests = new Map(use.purposes.map((purpose) => [digestOf(purpose, use.token), purpose]));
  const { rows } = await client.query<{ token_hash: string; relates_to: string; made_at: Date }>(
    `delete from auth.one_time_tokens where user_id = $1 and token_hash = any($2)
     returning token_hash, relates_to, created_at at time zone 'utc' as made_at`,
    [use.userId, [...digests.keys()]],
  );
  const [spent] = rows;
  const purpose = digests.get(spent?.token_hash ?? "");
  if (!spent || !purpose) return null;
  const isInTime = use.at.getTime() < spent.made_at.getTime() + kinds[purpose].life;
  return isInTime ? { purpose, email: spent.relates_to } : null;
}

/** Voids every link and code of an account. */
export async function voidTokens(client: pg.PoolClient, userId: string): Promise<void> {
  await client.query("delete from auth.one_time_tokens where user_id = $1", [userId]);
}

/** Deletes what no purpose could still accept. */
export async function removeExpiredTokens(database: Pick<pg.Pool, "query">, at: Date): Promise<void> {
  await database.query(
    "delete from auth.one_time_tokens where created_at < $1::timestamptz at time zone 'utc'",
    [new Date(at.getTime() - longestLife)],
  );
}

// The purpose is part of the digest: a token is good for nothing but what it was made for.
function digestOf(purpose: Purpose, token: string): string {
  return createHash("sha256").update(`${purpose}:${token}`).digest("hex");
}
