import type { SubscriptionTier } from "#app/api/portal/subscriptions.ts";

type NamedPlan = { subscription_tiers: Pick<SubscriptionTier, "tier_name"> | null };

/** Returns the plan's name, or a generic one if the plan is no longer offered. */
export function getPlanName({ subscription_tiers: tier }: NamedPlan): string {
  return tier?.tier_name ?? "Support plan";
}
