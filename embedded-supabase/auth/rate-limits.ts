import { createHash } from "node:crypto";
import type pg from "pg";
import { AuthError } from "./errors.ts";

/** So many tries within so many seconds. */
export type RateLimit = { name: string; points: number; seconds: number };

/** A limit and what it counts by: an address, an account. */
type Counter = { limit: RateLimit; by: string };

export type RateLimits = {
  /** Counts a try on each counter at once. Throws an AuthError 429 with Retry-After when one of them is full. */
  take(counters: Counter[]): Promise<void>;
  /** Takes a try back that turned out to be none, such as a password that was right. */
  giveBack(counter: Counter): Promise<void>;
  /** Starts a counter anew. */
  clear(counter: Counter): Promise<void>;
};

// Wrong passwords from one address, and for one account whatever the addresses. Right ones do not count.
export const passwordPerAddress: RateLimit = { name: "password-address", points: 30, seconds: 300 };
export const passwordPerAccount: RateLimit = { name: "password-account", points: 20, seconds: 900 };
// Refresh tokens that were none of ours.
export const refreshPerAddress: RateLimit = { name: "refresh-address", points: 150, seconds: 300 };
// Questions for a mail, and links and codes tried, from one address.
export const mailPerAddress: RateLimit = { name: "mail-address", points: 30, seconds: 300 };
export const verifyPerAddress: RateLimit = { name: "verify-address", points: 30, seconds: 300 };
// Codes of a sign-in under way.
export const codePerAddress: RateLimit = { name: "code-address", points: 150, seconds: 300 };

/**
 * Limits in PostgreSQL, so that several processes agree and a restart forgives nothing.
 * @param scale multiplies every limit.
 */
export function createRateLimits(pool: pg.Pool, scale: number, now: () => Date): RateLimits {
  return {
    async take(counters) {
      const at = now();
      const { rows } = await pool.query<{ key: string; points: number; resets_at: Date }>(
        `insert into embedded.rate_limits as counted (key, points, resets_at)
         select key, 1, $3::timestamptz + make_interval(secs => seconds)
         from unnest($1::text[], $2::int[]) as try (key, seconds) order by key
         on conflict (key) do update
            set points    = case when counted.resets_at <= $3 then 1 else counted.points + 1 end,
                resets_at = case when counted.resets_at <= $3 then excluded.resets_at else counted.resets_at end
         returning key, points, resets_at`,
        [counters.map(keyOf), counters.map(({ limit }) => limit.seconds), at],
      );
      for (const { limit, by } of counters) {
        const counted = rows.find((row) => row.key === keyOf({ limit, by }));
        if (counted && counted.points > limit.points * scale) throw tooMany(counted.resets_at, at);
      }
    },
    async giveBack(counter) {
      await pool.query("update embedded.rate_limits set points = points - 1 where key = $1 and points > 0", [
        keyOf(counter),
      ]);
    },
    async clear(counter) {
      await pool.query("delete from embedded.rate_limits where key = $1", [keyOf(counter)]);
    },
  };
}

/** The table keeps no addresses: a digest counts as well. */
function keyOf({ limit, by }: Counter): string {
  return `${limit.name}:${createHash("sha256").update(by).digest("base64url").slice(0, 22)}`;
}

function tooMany(resetsAt: Date, at: Date): AuthError {
  const seconds = Math.max(1, Math.ceil((resetsAt.getTime() - at.getTime()) / 1000));
  return new AuthError(429, "over_request_rate_limit", "Request rate limit reached", {
    headers: { "Retry-After": String(seconds) },
  });
}
