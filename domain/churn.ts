/** Days over which churn is counted, back from now. */
const PERIOD_DAYS = 30;
const MILLISECONDS_A_DAY = 86_400_000;

/** The sentence shown beneath the figure. */
export const CHURN_DEFINITION = `Cancelled in the last ${PERIOD_DAYS} days, of those running before`;

/** What the rule reads of a subscription. A cancelled one was last changed when it was cancelled. */
export type Lasting = { status: string; created_at: string; updated_at: string };

/** Churn rate in rounded percent: of the subscriptions running when the period began, those cancelled since. */
export function churnPercent(subscriptions: readonly Lasting[], now: Date): number {
  const start = now.getTime() - PERIOD_DAYS * MILLISECONDS_A_DAY;
  const isCancelled = ({ status }: Lasting) => status === "cancelled";
  const running = subscriptions.filter(
    (subscription) =>
      Date.parse(subscription.created_at) < start &&
      (!isCancelled(subscription) || Date.parse(subscription.updated_at) >= start),
  );
  if (running.length === 0) return 0;
  return Math.round((running.filter(isCancelled).length / running.length) * 100);
}
