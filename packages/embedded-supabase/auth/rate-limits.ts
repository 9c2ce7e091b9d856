import { createHash } from "node:crypto";
import type pg from "pg";
import { AuthError } from "./errors.ts";

/** So many tries within so many seconds. */
export type RateLimit = { name: string; points: number; seconds: number };

/** A limit and what it counts by: an address, an account, or an account as one address tries it. */
type Counter = { limit: RateLimit; by: string; from?: string };

export type RateLimits = {
  /**
   * Counts a try on each of `counters` at once and, when none of them is full, on each of `next`: what the first refuse
   * does not count on those. Throws an AuthError 429 with Retry-After when one is full.
   */
  take(counters: Counter[], next?: Counter[]): Promise<void>;
  /**
   * In one statement: takes a try back from each of `givenBack`, because it turned out to be none, such as a password
   * that was right, and starts each of `cleared` anew.
   */
  settle(counters: { givenBack?: Counter[]; cleared?: Counter[] }): Promise<void>;
  /** The same for every address that tried. */
  clearFromEverywhere(counter: Omit<Counter, "from">): Promise<void>;
};

// Wrong passwords from one address, and for one account. Right ones do not count. A single address fills only its own
// counter of an account, so that it cannot lock the account's person out; many addresses still come to an end.
export const passwordPerAddress: RateLimit = { name: "password-address", points: 30, seconds: 300 };
export const passwordPerAccountFrom: RateLimit = { name: "password-account-from", points: 20, seconds: 900 };
// Counted after the two others, and so named to sort behind them: see `counting`.
export const passwordPerAccount: RateLimit = { name: "password-from-anywhere", points: 100, seconds: 900 };
// Refresh tokens that were none of ours.
export const refreshPerAddress: RateLimit = { name: "refresh-address", points: 150, seconds: 300 };
// Questions for a mail, and links and codes tried, from one address.
export const mailPerAddress: RateLimit = { name: "mail-address", points: 30, seconds: 300 };
export const verifyPerAddress: RateLimit = { name: "verify-address", points: 30, seconds: 300 };
// Codes of a sign-in under way.
export const codePerAddress: RateLimit = { name: "code-address", points: 150, seconds: 300 };

/** Forgets the wrong passwords of an account, wherever they came from. */
export async function forgetWrongPasswords(limits: RateLimits, email: string): Promise<void> {
  await limits.clearFromEverywhere({ limit: passwordPerAccountFrom, by: email });
  await limits.settle({ cleared: [{ limit: passwordPerAccount, by: email }] });
}

type LimitOptions = {
  /** Multiplies every limit. */
  scale: number;
  now: () => Date;
  /** What an address counts as, such as the network it belongs to. */
  networkOf?: (address: string) => string;
};

const itself = (address: string) => address;

/**
 * Limits in PostgreSQL, so that several processes agree and a restart forgives nothing. The statements of every sign-in
 * have names: a connection plans them once, which costs more than running them.
 */
export function createRateLimits(
  pool: pg.Pool,
  { scale, now, networkOf = itself }: LimitOptions,
): RateLimits {
  /** The table keeps no addresses: a digest counts as well. An account's name is no address, and stays. */
  const keyOf = ({ limit, by, from }: Counter): string =>
    [
      limit.name,
      ...[by, from].filter((part) => part !== undefined).map((part) => shortDigest(networkOf(part))),
    ].join(":");
  const secondsOf = ({ limit }: Counter) => limit.seconds;
  const mostOf = ({ limit }: Counter) => limit.points * scale;
  return {
    async take(counters, next = []) {
      const at = now();
      const { rows } = await pool.query<{ key: string; points: number; resets_at: Date }>({
        name: "auth-take",
        text: `with first as (${counting("$2", "$3")}),
         refused as (
           select from first join unnest($2::text[], $4::float8[]) as allowed (key, most) using (key)
           where first.points > allowed.most),
         next as (${counting("$5", "$6", "where not exists (select from refused)")})
         select * from first union all select * from next`,
        values: [
          at,
          ...[counters.map(keyOf), counters.map(secondsOf), counters.map(mostOf)],
          ...[next.map(keyOf), next.map(secondsOf)],
        ],
      });
      for (const counter of [...counters, ...next]) {
        const counted = rows.find((row) => row.key === keyOf(counter));
        if (counted && counted.points > mostOf(counter)) throw tooMany(counted.resets_at, at);
      }
    },
    async settle({ givenBack = [], cleared = [] }) {
      // Held in the order in which `take` holds them: see `counting`.
      await pool.query({
        name: "auth-settle",
        text: `with held as materialized (
           select key from embedded.rate_limits where key = any($1::text[] || $2::text[]) order by key for update),
         gone as (delete from embedded.rate_limits where key in (select key from held) and key = any($2))
         update embedded.rate_limits set points = points - 1
         where key in (select key from held) and key = any($1) and points > 0`,
        values: [givenBack.map(keyOf), cleared.map(keyOf)],
      });
    },
    async clearFromEverywhere(counter) {
      await pool.query("delete from embedded.rate_limits where starts_with(key, $1 || ':')", [
        keyOf(counter),
      ]);
    },
  };
}

/**
 * Counts a try on each key; `at` is $1. Whatever holds several rows holds them in the order of their keys, first and
 * next ones together, or two statements would wait for each other.
 */
function counting(keys: string, seconds: string, condition = ""): string {
  return `
    insert into embedded.rate_limits as counted (key, points, resets_at)
    select key, 1, $1::timestamptz + make_interval(secs => seconds)
    from unnest(${keys}::text[], ${seconds}::int[]) as try (key, seconds) ${condition} order by key
    on conflict (key) do update
       set points    = case when counted.resets_at <= $1 then 1 else counted.points + 1 end,
           resets_at = case when counted.resets_at <= $1 then excluded.resets_at else counted.resets_at end
    returning key, points, resets_at`;
}

function shortDigest(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}

function tooMany(resetsAt: Date, at: Date): AuthError {
  const seconds = Math.max(1, Math.ceil((resetsAt.getTime() - at.getTime()) / 1000));
  return new AuthError(429, "over_request_rate_limit", "Request rate limit reached", {
    headers: { "Retry-After": String(seconds) },
  });
}
