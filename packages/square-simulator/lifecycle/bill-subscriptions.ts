import { advanceSubscription, isSubscriptionDue } from "../actions/subscriptions.ts";
import { dateIn } from "../rules/dates.ts";
import type { Simulation } from "../simulation.ts";
import { getBillingOptions } from "../simulation.ts";

/** Starts, bills and ends subscriptions that are due. An unpaid invoice does not end a subscription. */
export function billSubscriptions(simulation: Simulation): void {
  const { store } = simulation;
  for (const subscription of Object.values(store.state.subscriptions)) {
    const today = dateIn(subscription.timezone, store.now());
    if (!isSubscriptionDue(subscription, today)) {
      continue;
    }
    store.commit((change) => advanceSubscription(change, subscription, today, getBillingOptions(simulation)));
  }
}
