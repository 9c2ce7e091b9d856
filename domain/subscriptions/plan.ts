import type { CalendarDate } from "#domain/dates/calendar-date.ts";
import { type Cents, toCents } from "#domain/money/money.ts";
import type { SubscriptionStatus } from "#domain/subscriptions/subscription.ts";
import type { Tables } from "#supabase/database.types.ts";

/** Combined status of a client's subscriptions. `duplicate` means that Square bills more than one of them. */
export type PlanStatus = "none" | "active" | "past_due" | "paused" | "duplicate";

/** What a client can do about their plan. The portal and the endpoints use the same rule. */
export type PlanActions = {
  subscribe: boolean;
  requestChange: boolean;
  requestCancellation: boolean;
  requestKeeping: boolean;
  payInvoice: boolean;
  contact: boolean;
};

type PlanSubscription = { status: SubscriptionStatus };
type PlanPeriod = Pick<Tables<"client_subscriptions">, "current_period_end" | "ends_on">;

/** Whether Square bills the subscription. Matches the condition of `public.duplicate_plans`. */
export function isRunningSubscription({ status }: PlanSubscription): boolean {
  return status === "active" || status === "past_due";
}

export function getPlanStatus(subscriptions: readonly PlanSubscription[]): PlanStatus {
  const running = subscriptions.filter(isRunningSubscription);
  if (running.length > 1) {
    return "duplicate";
  }
  const [onlyRunning] = running;
  if (onlyRunning) {
    return onlyRunning.status === "active" ? "active" : "past_due";
  }
  return subscriptions.some(({ status }) => status === "paused") ? "paused" : "none";
}

const NO_ACTIONS: PlanActions = {
  subscribe: false,
  requestChange: false,
  requestCancellation: false,
  requestKeeping: false,
  payInvoice: false,
  contact: false,
};

const ACTIONS_BY_STATUS = {
  none: { ...NO_ACTIONS, subscribe: true },
  active: { ...NO_ACTIONS, requestChange: true, requestCancellation: true },
  past_due: { ...NO_ACTIONS, payInvoice: true, contact: true },
  paused: { ...NO_ACTIONS, contact: true },
  duplicate: { ...NO_ACTIONS, contact: true },
} satisfies Record<PlanStatus, PlanActions>;

/**
 * Returns what a client can do. A client with a plan that isn't cancelled can't subscribe again, because Square would
 * bill both plans.
 */
export function getPlanActions(subscriptions: readonly (PlanSubscription & PlanPeriod)[]): PlanActions {
  const status = getPlanStatus(subscriptions);
  const actions = ACTIONS_BY_STATUS[status];
  const isEnding = subscriptions.some((plan) => isRunningSubscription(plan) && plan.ends_on !== null);
  return {
    ...actions,
    requestCancellation: actions.requestCancellation && !isEnding,
    requestKeeping: isEnding && status !== "duplicate",
  };
}

/** The subscription that the portal shows as the client's plan: active before past due before paused. */
export function findCurrentPlan<Plan extends PlanSubscription>(subscriptions: readonly Plan[]): Plan | null {
  for (const status of ["active", "past_due", "paused"] as const) {
    const plan = subscriptions.find((subscription) => subscription.status === status);
    if (plan) {
      return plan;
    }
  }
  return null;
}

/**
 * The last day of a plan that is cancelled today: the end of the paid period. Returns today if that day has passed, and
 * null if it is unknown.
 */
export function getCancellationDate(
  { current_period_end }: PlanPeriod,
  today: CalendarDate,
): CalendarDate | null {
  if (current_period_end === null) {
    return null;
  }
  return current_period_end < today ? today : current_period_end;
}

type PricedPlan = Pick<Tables<"client_subscriptions">, "billed_price"> & {
  subscription_tiers: Pick<Tables<"subscription_tiers">, "monthly_price"> | null;
};

/** What Square bills per month. Null if the plan is no longer offered, so that its price is unknown. */
export function getMonthlyPrice({ billed_price, subscription_tiers: tier }: PricedPlan): Cents | null {
  const price = billed_price ?? tier?.monthly_price ?? null;
  return price === null ? null : toCents(price);
}

/** The next charge of a plan. Null if the plan ends or is not billed. */
export function getNextChargeDate(plan: PlanSubscription & PlanPeriod): CalendarDate | null {
  return isRunningSubscription(plan) && plan.ends_on === null ? plan.current_period_end : null;
}
