import { addDays, addMonths, dateIn } from "../rules/dates.ts";
import { ids } from "../state/ids.ts";
import type { Change } from "../state/store.ts";
import type { Money } from "../wire/money.ts";
import type { Customer, Location } from "../wire/seller.ts";
import type { CatalogObject, Subscription, SubscriptionAction } from "../wire/subscription.ts";
import type { BillingOptions } from "./bill-period.ts";
import { billPeriod } from "./bill-period.ts";
import { emitSubscriptionEvent } from "./emit-events.ts";

export type SubscriptionDraft = {
  location: Location;
  customer: Customer;
  variation: CatalogObject;
  startDate?: string | undefined;
  priceOverride?: Money | undefined;
  cardId?: string | undefined;
  sourceName?: string | undefined;
};

/** Creates a subscription. If it starts today, it is active and billed immediately. */
export function createSubscription(
  change: Change,
  draft: SubscriptionDraft,
  options: BillingOptions,
): Subscription {
  const zone = draft.location.timezone;
  const today = dateIn(zone, change.at);
  const start = draft.startDate ?? today;
  const subscription: Subscription = {
    id: ids.subscription(change.state),
    location_id: draft.location.id,
    plan_variation_id: draft.variation.id,
    customer_id: draft.customer.id,
    start_date: start,
    status: start > today ? "PENDING" : "ACTIVE",
    ...(draft.priceOverride ? { price_override_money: draft.priceOverride } : {}),
    version: change.at.getTime(),
    created_at: change.at.toISOString(),
    ...(draft.cardId ? { card_id: draft.cardId } : {}),
    timezone: zone,
    source: { name: draft.sourceName ?? "Simulated application" },
    monthly_billing_anchor_date: Number(start.slice(8)),
  };
  change.state.subscriptions[subscription.id] = subscription;
  if (subscription.status === "ACTIVE") {
    billPeriod(change, subscription, today, options);
  }
  emitSubscriptionEvent(change, "subscription.created", subscription);
  return subscription;
}

/** Schedules the cancellation for the end of the paid period. The status changes after that day. */
export function cancelSubscription(change: Change, subscription: Subscription): SubscriptionAction {
  subscription.canceled_date = subscription.charged_through_date ?? subscription.start_date;
  return scheduleAction(change, subscription, "CANCEL", dayAfterPaidPeriod(subscription));
}

/** Removes a scheduled action. Without its cancellation, a subscription has no end. */
export function deleteAction(change: Change, subscription: Subscription, action: SubscriptionAction): void {
  const remaining = (subscription.actions ?? []).filter(({ id }) => id !== action.id);
  if (remaining.length > 0) {
    subscription.actions = remaining;
  } else {
    delete subscription.actions;
  }
  if (action.type === "CANCEL") {
    delete subscription.canceled_date;
  }
  touchSubscription(change, subscription);
  emitSubscriptionEvent(change, "subscription.updated", subscription);
}

/** Schedules a pause from `from` or the end of the paid period, and a resume if `until` is given. */
export function pauseSubscription(
  change: Change,
  subscription: Subscription,
  from: string | undefined,
  until: string | undefined,
): SubscriptionAction[] {
  const pause = scheduleAction(change, subscription, "PAUSE", from ?? dayAfterPaidPeriod(subscription));
  return until ? [pause, scheduleAction(change, subscription, "RESUME", until)] : [pause];
}

export function resumeSubscription(
  change: Change,
  subscription: Subscription,
  from: string | undefined,
): SubscriptionAction {
  const today = dateIn(subscription.timezone, change.at);
  return scheduleAction(change, subscription, "RESUME", from ?? today);
}

/** Applies the actions that are due and bills the period that starts today. */
export function advanceSubscription(
  change: Change,
  subscription: Subscription,
  today: string,
  options: BillingOptions,
): void {
  const due = (subscription.actions ?? []).filter((action) => action.effective_date <= today);
  for (const action of due) {
    if (action.type === "CANCEL") {
      subscription.status = "CANCELED";
    }
    if (action.type === "PAUSE") {
      subscription.status = "PAUSED";
    }
    if (action.type === "RESUME") {
      subscription.status = "ACTIVE";
    }
  }
  const upcoming = (subscription.actions ?? []).filter((action) => action.effective_date > today);
  if (upcoming.length > 0) {
    subscription.actions = upcoming;
  } else {
    delete subscription.actions;
  }
  if (subscription.status === "PENDING" && subscription.start_date <= today) {
    subscription.status = "ACTIVE";
  }
  if (needsBilling(subscription, today)) {
    billPeriod(change, subscription, today, options);
  }
  touchSubscription(change, subscription);
  emitSubscriptionEvent(change, "subscription.updated", subscription);
}

/** Whether the subscription has an action or a period that is due today. */
export function isSubscriptionDue(subscription: Subscription, today: string): boolean {
  if ((subscription.actions ?? []).some((action) => action.effective_date <= today)) {
    return true;
  }
  if (subscription.status === "PENDING") {
    return subscription.start_date <= today;
  }
  return needsBilling(subscription, today);
}

/** The last day of the period that starts on `start`. */
export function lastDayOfPeriod(start: string, anchorDay: number): string {
  return addDays(addMonths(start, 1, anchorDay), -1);
}

function needsBilling(subscription: Subscription, today: string): boolean {
  return subscription.status === "ACTIVE" && (subscription.charged_through_date ?? "") < today;
}

function dayAfterPaidPeriod(subscription: Subscription): string {
  const paidThrough = subscription.charged_through_date;
  return paidThrough ? addDays(paidThrough, 1) : subscription.start_date;
}

function scheduleAction(
  change: Change,
  subscription: Subscription,
  type: SubscriptionAction["type"],
  effectiveDate: string,
): SubscriptionAction {
  const action = { id: ids.action(change.state), type, effective_date: effectiveDate };
  subscription.actions = [...(subscription.actions ?? []), action];
  touchSubscription(change, subscription);
  emitSubscriptionEvent(change, "subscription.updated", subscription);
  return action;
}

/** Sets the version to the current time in milliseconds. It always increases. */
function touchSubscription(change: Change, subscription: Subscription): void {
  subscription.version = Math.max(subscription.version + 1, change.at.getTime());
}
