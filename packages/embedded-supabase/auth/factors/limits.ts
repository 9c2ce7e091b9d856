import type { RateLimit, RateLimits } from "../rate-limits.ts";

// Questions and answers, right or wrong.
const challengesPerAddress: RateLimit = { name: "challenge-address", points: 15, seconds: 60 };
const answersPerAddress: RateLimit = { name: "factor-address", points: 15, seconds: 60 };
const answersPerAccount: RateLimit = { name: "factor-account", points: 15, seconds: 60 };
// Six digits are few: wrong ones lock the account's factors, whatever the address and the session.
const failures: RateLimit = { name: "factor-failures", points: 10, seconds: 15 * 60 };
const failuresPerDay: RateLimit = { name: "factor-failures-day", points: 50, seconds: 24 * 3600 };

/** Throws an AuthError 429 when one address asks too often. */
export async function countChallenge(limits: RateLimits, address: string): Promise<void> {
  await limits.take([{ limit: challengesPerAddress, by: address }]);
}

/** Counts an answer as wrong until `countRightAnswer`. Throws an AuthError 429 with Retry-After at a limit. */
export async function countAnswer(limits: RateLimits, userId: string, address: string): Promise<void> {
  await limits.take([
    { limit: answersPerAddress, by: address },
    ...[answersPerAccount, failures, failuresPerDay].map((limit) => ({ limit, by: userId })),
  ]);
}

/** The answer was right: nothing counts against the person any more. */
export async function countRightAnswer(limits: RateLimits, userId: string, address: string): Promise<void> {
  await limits.settle({
    givenBack: [{ limit: answersPerAddress, by: address }],
    cleared: failuresOf(userId),
  });
}

/** Lifts the lock that wrong answers brought. */
export async function forgetFailures(limits: RateLimits, userId: string): Promise<void> {
  await limits.settle({ cleared: failuresOf(userId) });
}

const failuresOf = (userId: string) => [failures, failuresPerDay].map((limit) => ({ limit, by: userId }));
