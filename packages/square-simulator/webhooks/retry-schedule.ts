const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;

/** Square's delays between attempts. After the last one, the delivery fails. */
export const RETRY_DELAYS_MS: readonly number[] = [
  ...[1, 2, 4, 8, 16, 32, 60].map((minutes) => minutes * MINUTE_MS),
  ...[2, 4, 8, 8].map((hours) => hours * HOUR_MS),
];

/** When to retry after `failures` failed attempts, or null when the schedule is exhausted. */
export function nextAttemptTime(failures: number, at: Date): Date | null {
  const delay = RETRY_DELAYS_MS[failures - 1];
  return delay === undefined ? null : new Date(at.getTime() + delay);
}
