import { formatDate } from "#domain/dates/calendar-date.ts";
import { type Cents, cents, ZERO_CENTS } from "#domain/money/money.ts";
import { listKeys, type StatusBadge, toStatusBadge } from "#domain/status.ts";
import type { Tables } from "#supabase/database.types.ts";

type SubscriptionRow = Tables<"client_subscriptions">;
export type SubscriptionStatus = SubscriptionRow["status"];

const SUBSCRIPTION_STATUS_BADGES = {
  active: { label: "Active", tone: "positive" },
  paused: { label: "Paused", tone: "neutral" },
  past_due: { label: "Past Due", tone: "negative" },
  cancelled: { label: "Cancelled", tone: "neutral" },
} satisfies Record<SubscriptionStatus, StatusBadge>;

/** Subscription statuses, in filter order. */
export const SUBSCRIPTION_STATUSES = listKeys(SUBSCRIPTION_STATUS_BADGES);

export function subscriptionStatusBadge(subscriptionStatus: SubscriptionStatus): StatusBadge {
  return toStatusBadge(SUBSCRIPTION_STATUS_BADGES, subscriptionStatus);
}

/** MRR divided by active subscriptions, rounded to cents. Returns 0 when there are no active subscriptions. */
export function averageMrrPerClient(monthlyRevenue: Cents, activeSubscriptions: number): Cents {
  return activeSubscriptions === 0 ? ZERO_CENTS : cents(Math.round(monthlyRevenue / activeSubscriptions));
}

export function isActiveSubscription(subscription: { status: SubscriptionStatus }): boolean {
  return subscription.status === "active";
}

/** Subscription details from Square. Dates are YYYY-MM-DD. */
export type SubscriptionTerms = Pick<SubscriptionRow, "status" | "square_status" | "starts_on" | "ends_on">;

/** Note below the status: the start or end date, or why it is paused. Null when there is nothing to add. */
export function subscriptionNote({
  status,
  square_status,
  starts_on,
  ends_on,
}: SubscriptionTerms): string | null {
  if (square_status === "PENDING" && starts_on) {
    return `Starts ${formatDate(starts_on)}`;
  }
  if (square_status === "DEACTIVATED") {
    return "Square can't charge this client";
  }
  if (!ends_on) {
    return null;
  }
  return `${status === "cancelled" ? "Ended" : "Ends"} ${formatDate(ends_on)}`;
}
