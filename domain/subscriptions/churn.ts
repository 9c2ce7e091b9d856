import { toPercent } from "#domain/money/money.ts";

/** The churn rate's caption. The 30 days match `subscription_totals` in the database. */
export const CHURN_DEFINITION = "Share of active or past-due plans canceled in the last 30 days";

/**
 * Churn rate as a rounded percentage: the share of subscriptions that were active or past due at the start of the
 * period and are now cancelled. Excludes paused subscriptions, because they had no revenue to lose.
 */
export function churnPercent({ running, cancelled }: { running: number; cancelled: number }): number {
  return toPercent(cancelled, running);
}
