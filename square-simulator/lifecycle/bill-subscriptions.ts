import { publishInvoice } from "../actions/change-invoice.ts";
import { draftInvoice } from "../actions/draft-invoice.ts";
import { emitSubscription } from "../actions/emit.ts";
import { openOrder } from "../actions/open-order.ts";
import { addDays, addMonths, dateIn } from "../rules/dates.ts";
import type { Simulation } from "../simulation.ts";
import { ids } from "../state/ids.ts";
import type { Change } from "../state/store.ts";
import type { Subscription } from "../wire/subscription.ts";

const DAYS_TO_PAY = 7;

/** Starts, bills and ends subscriptions whose day has come. An unpaid invoice never stops a subscription. */
export function billSubscriptions(simulation: Simulation): void {
  const { store, addresses } = simulation;
  for (const subscription of Object.values(store.state.subscriptions)) {
    const today = dateIn(subscription.timezone, store.now());
    if (!needsChange(subscription, today)) continue;
    store.commit((change) => advance(change, subscription, today, addresses.payPage));
  }
}

function needsChange(subscription: Subscription, today: string): boolean {
  if ((subscription.actions ?? []).some((action) => action.effective_date <= today)) return true;
  if (subscription.status === "PENDING") return subscription.start_date <= today;
  return subscription.status === "ACTIVE" && (subscription.charged_through_date ?? "") < today;
}

function advance(change: Change, subscription: Subscription, today: string, payPage: string): void {
  for (const action of subscription.actions ?? []) {
    if (action.effective_date > today) continue;
    if (action.type === "CANCEL") subscription.status = "CANCELED";
    if (action.type === "PAUSE") subscription.status = "PAUSED";
    if (action.type === "RESUME") subscription.status = "ACTIVE";
  }
  subscription.actions = (subscription.actions ?? []).filter((action) => action.effective_date > today);
  if (subscription.actions.length === 0) delete subscription.actions;
  if (subscription.status === "PENDING" && subscription.start_date <= today) subscription.status = "ACTIVE";
  const isDue = subscription.status === "ACTIVE" && (subscription.charged_through_date ?? "") < today;
  if (isDue) billPeriod(change, subscription, today, payPage);
  touchSubscription(change, subscription);
  emitSubscription(change, "subscription.updated", subscription);
}

/** Bills the period that begins today, in advance, with an invoice the customer can pay. */
export function billPeriod(change: Change, subscription: Subscription, today: string, payPage: string): void {
  const { state } = change;
  const variation = state.catalog[subscription.plan_variation_id]?.subscription_plan_variation_data;
  const customer =
    state.customers[state.mergedCustomers[subscription.customer_id] ?? subscription.customer_id];
  const price = subscription.price_override_money ?? variation?.phases[0]?.pricing.price_money;
  if (!variation || !customer || !price) {
    // Square cannot bill a customer that no longer exists.
    subscription.status = "DEACTIVATED";
    return;
  }
  const name = `${variation.name} retainer`;
  const order = openOrder(change, {
    locationId: subscription.location_id,
    customerId: customer.id,
    lines: [{ name, unitCents: price.amount }],
    currency: price.currency,
  });
  const outcome = draftInvoice(change, {
    order,
    customer,
    requests: [
      {
        uid: ids.uid(state),
        request_type: "BALANCE",
        due_date: addDays(today, DAYS_TO_PAY),
        tipping_enabled: false,
        automatic_payment_source: "NONE",
      },
    ],
    timezone: subscription.timezone,
    title: name,
    subscriptionId: subscription.id,
    acceptedPaymentMethods: { card: true, bank_account: true },
  });
  if (!outcome.ok) throw new Error(`Billing ${subscription.id}: ${outcome.problem}`);
  publishInvoice(change, outcome.invoice, payPage);
  subscription.invoice_ids = [outcome.invoice.id, ...(subscription.invoice_ids ?? [])];
  subscription.charged_through_date = addDays(
    addMonths(today, 1, subscription.monthly_billing_anchor_date),
    -1,
  );
}

/** A subscription's version is a time that always rises. */
export function touchSubscription(change: Change, subscription: Subscription): void {
  subscription.version = Math.max(subscription.version + 1, change.at.getTime());
}
