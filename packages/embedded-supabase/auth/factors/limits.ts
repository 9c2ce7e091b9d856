import type { RateLimit, RateLimits } from "../limits/rate-limits.ts";

// These limits count every attempt, successful or not.
const CHALLENGES_PER_ADDRESS: RateLimit = { name: "challenge-address", points: 15, seconds: 60 };
const VERIFICATIONS_PER_ADDRESS: RateLimit = { name: "factor-address", points: 15, seconds: 60 };
const VERIFICATIONS_PER_ACCOUNT: RateLimit = { name: "factor-account", points: 15, seconds: 60 };
// Six digits are easy to guess, so failures from all addresses and sessions lock the factors of the account.
const FAILURES_PER_ACCOUNT: RateLimit = { name: "factor-failures", points: 10, seconds: 15 * 60 };
const DAILY_FAILURES_PER_ACCOUNT: RateLimit = { name: "factor-failures-day", points: 50, seconds: 24 * 3600 };

/** @throws {AuthError} 429 after too many challenges from one address. */
export async function countChallenge(limits: RateLimits, address: string): Promise<void> {
  await limits.consume([{ limit: CHALLENGES_PER_ADDRESS, subject: address }]);
}

/**
 * Counts a verification as failed until `resetAfterSuccess` is called.
 * @throws {AuthError} 429 with Retry-After when a limit is reached.
 */
export async function countVerification(limits: RateLimits, userId: string, address: string): Promise<void> {
  await limits.consume([
    { limit: VERIFICATIONS_PER_ADDRESS, subject: address },
    ...[VERIFICATIONS_PER_ACCOUNT, FAILURES_PER_ACCOUNT, DAILY_FAILURES_PER_ACCOUNT].map((limit) => ({
      limit,
      subject: userId,
    })),
  ]);
}

/** Resets the failure counters of a user after a successful verification. */
export async function resetAfterSuccess(limits: RateLimits, userId: string, address: string): Promise<void> {
  await limits.adjust({
    refund: [{ limit: VERIFICATIONS_PER_ADDRESS, subject: address }],
    reset: failureCounters(userId),
  });
}

/** Unlocks a user's factors after too many failures. */
export async function resetFactorFailures(limits: RateLimits, userId: string): Promise<void> {
  await limits.adjust({ reset: failureCounters(userId) });
}

const failureCounters = (userId: string) =>
  [FAILURES_PER_ACCOUNT, DAILY_FAILURES_PER_ACCOUNT].map((limit) => ({ limit, subject: userId }));
