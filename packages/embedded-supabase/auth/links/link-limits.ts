import type pg from "pg";
import type { RateLimit, RateLimits } from "../limits/rate-limits.ts";
import { TOKEN_PURPOSES, type TokenPurpose } from "./one-time-tokens.ts";

// Limits for emailed links of one kind that anonymous callers request for an account. One IP address can use only half
// of each limit, so that it cannot prevent the user from requesting a link.
const HOURLY_PER_ACCOUNT: RateLimit = { name: "link-account-hour", points: 10, seconds: 3600 };
const DAILY_PER_ACCOUNT: RateLimit = { name: "link-account-day", points: 20, seconds: 24 * 3600 };
const HOURLY_PER_ACCOUNT_AND_ADDRESS: RateLimit = {
  name: "link-account-from-hour",
  points: 5,
  seconds: 3600,
};
const DAILY_PER_ACCOUNT_AND_ADDRESS: RateLimit = {
  name: "link-account-from-day",
  points: 10,
  seconds: 24 * 3600,
};

/**
 * Counts a link in the transaction that emails it, so that a link that is not sent does not count.
 * @throws {AuthError} 429 if a limit of the account is reached.
 */
export async function countLink(
  limits: RateLimits,
  client: pg.PoolClient,
  link: { userId: string; purpose: TokenPurpose; address: string },
): Promise<void> {
  const subject = toSubject(link.userId, link.purpose);
  await limits.consume(
    [
      { limit: HOURLY_PER_ACCOUNT, subject },
      { limit: DAILY_PER_ACCOUNT, subject },
      { limit: HOURLY_PER_ACCOUNT_AND_ADDRESS, subject, address: link.address },
      { limit: DAILY_PER_ACCOUNT_AND_ADDRESS, subject, address: link.address },
    ],
    [],
    client,
  );
}

/** Allows an account to receive links again after it reached a limit. */
export async function resetLinkLimits(limits: RateLimits, userId: string): Promise<void> {
  for (const purpose of TOKEN_PURPOSES) {
    const subject = toSubject(userId, purpose);
    await limits.adjust({
      reset: [
        { limit: HOURLY_PER_ACCOUNT, subject },
        { limit: DAILY_PER_ACCOUNT, subject },
      ],
    });
    await limits.resetForAllAddresses({ limit: HOURLY_PER_ACCOUNT_AND_ADDRESS, subject });
    await limits.resetForAllAddresses({ limit: DAILY_PER_ACCOUNT_AND_ADDRESS, subject });
  }
}

const toSubject = (userId: string, purpose: TokenPurpose): string => `${userId}:${purpose}`;
