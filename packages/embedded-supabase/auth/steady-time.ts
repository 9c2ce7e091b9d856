import { setTimeout as pause } from "node:timers/promises";

// Well above what the longer path takes, well below what a person notices.
const leastTime = 200;

/**
 * Answers no sooner than a fixed time after the question, so that the clock does not tell which path was taken:
 * whether an address is known must not be measurable.
 */
export async function inSteadyTime<T>(work: () => Promise<T>): Promise<T> {
  const [outcome] = await Promise.allSettled([work(), pause(leastTime)]);
  if (outcome.status === "rejected") throw outcome.reason;
  return outcome.value;
}
