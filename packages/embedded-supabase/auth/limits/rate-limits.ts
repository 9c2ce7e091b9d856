import { createHash } from "node:crypto";
import type pg from "pg";
import { queryPrepared, queryRows } from "../../query.ts";
import { AuthError } from "../http/errors.ts";

/** Allows `points` attempts within `seconds`. */
export type RateLimit = { name: string; points: number; seconds: number };

/** Counts attempts per subject (an IP address or account), or per pair of account and IP address. */
type Counter = { limit: RateLimit; subject: string; address?: string };

export type RateLimits = {
  /**
   * Counts an attempt on each of `counters`. If none of them is over its limit, also counts it on each of `next`, all
   * in one statement.
   * @param database Counts in the transaction of a client, so that a rollback also undoes the count.
   * @throws {AuthError} 429 with Retry-After if a counter is over its limit.
   */
  consume(counters: Counter[], next?: Counter[], database?: Pick<pg.Pool, "query">): Promise<void>;
  /**
   * Refunds an attempt that should not count, such as a correct password, and resets counters to zero, all in one
   * statement.
   */
  adjust(counters: { refund?: Counter[]; reset?: Counter[] }): Promise<void>;
  /** Resets a counter for every address. */
  resetForAllAddresses(counter: Omit<Counter, "address">): Promise<void>;
};

// Wrong passwords. A correct password refunds its attempt. The counter per account and address keeps one address from
// locking out the user. The counter per account stops guessing from many addresses.
export const PASSWORD_PER_ADDRESS: RateLimit = { name: "password-address", points: 30, seconds: 300 };
export const PASSWORD_PER_ACCOUNT_AND_ADDRESS: RateLimit = {
  name: "password-account-from",
  points: 20,
  seconds: 900,
};
// Counted only if neither of the two limits above is reached. Its name must sort after theirs: see `COUNT_ATTEMPTS`.
export const PASSWORD_PER_ACCOUNT: RateLimit = { name: "password-from-anywhere", points: 100, seconds: 900 };
// Attempts to set a new password, successful or not. Counted separately from sign-ins, so that wrong passwords at
// sign-in cannot block a user who sets a new password with a recovery link.
export const NEW_PASSWORD_PER_ADDRESS: RateLimit = { name: "new-password-address", points: 30, seconds: 300 };
export const NEW_PASSWORD_PER_ACCOUNT_AND_ADDRESS: RateLimit = {
  name: "new-password-account-from",
  points: 20,
  seconds: 900,
};
// Counted only after a recent sign-in or another proof, so that an attacker with a stolen session cannot lock out the
// user.
export const NEW_PASSWORD_PER_ACCOUNT: RateLimit = {
  name: "new-password-from-anywhere",
  points: 100,
  seconds: 900,
};
// Attempts with the current password. Counted separately, so that guesses cannot block a user who sets a new password
// with a recovery link.
export const CURRENT_PASSWORD_PER_ACCOUNT: RateLimit = {
  name: "current-password-from-anywhere",
  points: 100,
  seconds: 900,
};
// Rejected refresh tokens. A valid token refunds its attempt.
export const REFRESH_PER_ADDRESS: RateLimit = { name: "refresh-address", points: 150, seconds: 300 };
// Requests for an email, and attempts to use a link or code.
export const EMAIL_PER_ADDRESS: RateLimit = { name: "mail-address", points: 30, seconds: 300 };
export const VERIFY_PER_ADDRESS: RateLimit = { name: "verify-address", points: 30, seconds: 300 };
// Rejected PKCE codes. A valid code refunds its attempt.
export const CODE_PER_ADDRESS: RateLimit = { name: "code-address", points: 150, seconds: 300 };

/** Resets the wrong-password counters of an account for every address. */
export async function resetPasswordLimits(limits: RateLimits, email: string): Promise<void> {
  await limits.resetForAllAddresses({ limit: PASSWORD_PER_ACCOUNT_AND_ADDRESS, subject: email });
  await limits.adjust({ reset: [{ limit: PASSWORD_PER_ACCOUNT, subject: email }] });
}

type RateLimitOptions = {
  /** Multiplies every limit. */
  scale: number;
  now: () => Date;
  /** Maps an address to the key that is counted, such as its network. Default: the address itself. */
  getNetwork?: (address: string) => string;
};

/**
 * Rate limits in PostgreSQL, shared by all processes and unaffected by restarts. The statements of a sign-in are
 * prepared (named), because planning them costs more than running them.
 */
export function createRateLimits(
  pool: pg.Pool,
  { scale, now, getNetwork = (address) => address }: RateLimitOptions,
): RateLimits {
  /** Hashes subjects and addresses, so that the table stores no personal data. */
  const getStorageKey = ({ limit, subject, address }: Counter): string =>
    [
      limit.name,
      ...[subject, address].filter((part) => part !== undefined).map((part) => shortHash(getNetwork(part))),
    ].join(":");
  const windowSeconds = ({ limit }: Counter) => limit.seconds;
  const maxPoints = ({ limit }: Counter) => limit.points * scale;
  return {
    async consume(counters, next = [], database = pool) {
      const at = now();
      const rows = await queryPrepared(database, "auth-consume-rate-limits", COUNT_ATTEMPTS, [
        at,
        counters.map(getStorageKey),
        counters.map(windowSeconds),
        counters.map(maxPoints),
        next.map(getStorageKey),
        next.map(windowSeconds),
      ]);
      for (const counter of [...counters, ...next]) {
        const counted = rows.find((row) => row.key === getStorageKey(counter));
        if (counted && counted.points > maxPoints(counter)) {
          throw tooManyRequestsError(counted.resets_at, at);
        }
      }
    },
    async adjust({ refund = [], reset = [] }) {
      // Lock the rows in the same order as `consume`: see `COUNT_ATTEMPTS`.
      await queryPrepared(
        pool,
        "auth-adjust-rate-limits",
        `with locked as materialized (
           select key from embedded.rate_limits where key = any($1::text[] || $2::text[]) order by key for update),
         deleted as (delete from embedded.rate_limits where key in (select key from locked) and key = any($2))
         update embedded.rate_limits set points = points - 1
         where key in (select key from locked) and key = any($1) and points > 0`,
        [refund.map(getStorageKey), reset.map(getStorageKey)],
      );
    },
    async resetForAllAddresses(counter) {
      await queryRows(pool, "delete from embedded.rate_limits where starts_with(key, $1 || ':')", [
        getStorageKey(counter),
      ]);
    },
  };
}

const START_COUNTING = `
    insert into embedded.rate_limits as counted (key, points, resets_at)
    select key, 1, $1::timestamptz + make_interval(secs => seconds)`;

const COUNT_AGAIN = `
    on conflict (key) do update
       set points    = case when counted.resets_at <= $1 then 1 else counted.points + 1 end,
           resets_at = case when counted.resets_at <= $1 then excluded.resets_at else counted.resets_at end
    returning key, points, resets_at`;

/**
 * Counts an attempt on each key of $2 at the time $1, and on those of $5 unless a limit in $4 was exceeded.
 * Every statement must lock rows in key order, across `first` and `next`. Otherwise, two statements could
 * deadlock.
 */
const COUNT_ATTEMPTS = `
  with first as (${START_COUNTING}
    from unnest($2::text[], $3::int[]) as attempt (key, seconds) order by key ${COUNT_AGAIN}),
  exceeded as (
    select from first join unnest($2::text[], $4::float8[]) as allowed (key, max_points) using (key)
     where first.points > allowed.max_points),
  next as (${START_COUNTING}
    from unnest($5::text[], $6::int[]) as attempt (key, seconds)
   where not exists (select from exceeded) order by key ${COUNT_AGAIN})
  select * from first union all select * from next` as const;

function shortHash(text: string): string {
  return createHash("sha256").update(text).digest("base64url").slice(0, 22);
}

function tooManyRequestsError(resetsAt: Date, at: Date): AuthError {
  const seconds = Math.max(1, Math.ceil((resetsAt.getTime() - at.getTime()) / 1000));
  return new AuthError(429, "over_request_rate_limit", "Request rate limit reached", {
    headers: { "Retry-After": String(seconds) },
  });
}
