import { percentOf } from "#domain/money.ts";

/** The sentence shown beneath the figure; the days are those `subscription_totals` in the database counts back. */
export const CHURN_DEFINITION = "Cancelled in the last 30 days, of those active or past due before";

/**
 * Churn rate in rounded percent: of the subscriptions that were active or past due when the period began, those
 * cancelled now. One that was paused then brought nothing that could be lost.
 */
export function churnPercent({ running, cancelled }: { running: number; cancelled: number }): number {
  return percentOf(cancelled, running);
}
