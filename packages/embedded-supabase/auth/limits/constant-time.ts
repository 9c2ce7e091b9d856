import { setTimeout as sleep } from "node:timers/promises";

// Longer than the slowest code path, and too short for users to notice.
const MIN_DURATION_MS = 200;

/**
 * Pads the duration of `work` to a fixed minimum, so that response times do not reveal which code path ran, such as
 * whether an email address has an account.
 */
export async function runInConstantTime<T>(work: () => Promise<T>): Promise<T> {
  const [outcome] = await Promise.allSettled([work(), sleep(MIN_DURATION_MS)]);
  if (outcome.status === "rejected") {
    throw outcome.reason;
  }
  return outcome.value;
}
