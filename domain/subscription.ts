import { formatDate } from "#domain/calendar-date.ts";
import { type StatusFacts, statusFacts } from "#domain/tone.ts";

export type SubscriptionStatus = "active" | "paused" | "past_due" | "cancelled";

const SUBSCRIPTION_STATUS_FACTS = {
  active: { label: "Active", tone: "positive" },
  paused: { label: "Paused", tone: "neutral" },
  past_due: { label: "Past Due", tone: "negative" },
  cancelled: { label: "Cancelled", tone: "neutral" },
} satisfies Record<SubscriptionStatus, StatusFacts>;

/** The four statuses, in the order the filter shows them. */
export const SUBSCRIPTION_STATUSES: readonly SubscriptionStatus[] = [
  "active",
  "paused",
  "past_due",
  "cancelled",
];

/** Label and tone of a stored subscription status; unknown ones neutral. */
export function subscriptionStatus(stored: string): StatusFacts {
  return statusFacts(SUBSCRIPTION_STATUS_FACTS, stored);
}

/** Average MRR per client in cents, rounded: MRR by active subscriptions (decisions, reading 15); 0 when there are none. */
export function averageMrr(monthlyRevenueCents: number, activeSubscriptions: number): number {
  return activeSubscriptions === 0 ? 0 : Math.round(monthlyRevenueCents / activeSubscriptions);
}

export function isActiveSubscription(subscription: { status: string }): boolean {
  return subscription.status === "active";
}

/** What Square tells of a subscription besides its status; days are YYYY-MM-DD. */
export type SubscriptionTerms = {
  status: string;
  square_status: string | null;
  starts_on: string | null;
  ends_on: string | null;
};

/** The line beneath a status: when it begins or ends, or why it is paused; null where the status says it all. */
export function subscriptionNote({
  status,
  square_status,
  starts_on,
  ends_on,
}: SubscriptionTerms): string | null {
  if (square_status === "PENDING" && starts_on) return `starts on ${formatDate(starts_on)}`;
  if (square_status === "DEACTIVATED") return "Square cannot bill it";
  if (!ends_on) return null;
  return `${status === "cancelled" ? "ended" : "ends"} on ${formatDate(ends_on)}`;
}
