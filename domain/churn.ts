/** Days over which churn is counted, back from now. */
const PERIOD_DAYS = 30;
const MILLISECONDS_A_DAY = 86_400_000;

/** The sentence shown beneath the figure. */
export const CHURN_DEFINITION = `Cancelled in the last ${PERIOD_DAYS} days, of those active or past due before`;

/** What the rule reads of a subscription: each status it has had, since when (an instant), in any order. */
export type Lasting = { subscription_history: readonly { status: string; since: string }[] };

/**
 * Churn rate in rounded percent: of the subscriptions that were active or past due when the period began, those
 * cancelled now. One that was paused then brought nothing that could be lost.
 */
export function churnPercent(subscriptions: readonly Lasting[], now: Date): number {
  const start = now.getTime() - PERIOD_DAYS * MILLISECONDS_A_DAY;
  const running = subscriptions.filter((subscription) => {
    const status = statusAt(subscription, start);
    return status === "active" || status === "past_due";
  });
  if (running.length === 0) return 0;
  const lost = running.filter((subscription) => statusAt(subscription, now.getTime()) === "cancelled");
  return Math.round((lost.length / running.length) * 100);
}

/** The status at an instant; null before the first. Of two since the same instant the later written counts. */
function statusAt({ subscription_history: history }: Lasting, instant: number): string | null {
  let found: { status: string; since: number } | null = null;
  for (const { status, since } of history) {
    const begun = Date.parse(since);
    if (begun <= instant && (found === null || begun >= found.since)) found = { status, since: begun };
  }
  return found?.status ?? null;
}
