const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** How long Square waits after each failed attempt; after the last it gives up. */
export const RETRY_DELAYS_MS: readonly number[] = [
  ...[1, 2, 4, 8, 16, 32, 60].map((minutes) => minutes * MINUTE_MS),
  ...[2, 4, 8, 8].map((hours) => hours * HOUR_MS),
];

/** When to try again after `failures` failed attempts; null when the schedule is used up. */
export function nextAttemptAfter(failures: number, at: Date): Date | null {
  const delay = RETRY_DELAYS_MS[failures - 1];
  return delay === undefined ? null : new Date(at.getTime() + delay);
}
