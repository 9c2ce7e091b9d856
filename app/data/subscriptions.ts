import { queryOptions } from "@tanstack/react-query";
import { backend } from "#app/data/backend.ts";
import { dataOf } from "#app/data/failure.ts";
import type { Tables } from "#supabase/database.types.ts";

export type SubscriptionTier = Tables<"subscription_tiers">;

/** The support plans on offer, in their order. */
export function activeTiers() {
  return queryOptions({
    queryKey: ["active-tiers"],
    queryFn: async () => {
      const client = await backend("client");
      return dataOf(
        await client.from("subscription_tiers").select("*").eq("is_active", true).order("display_order"),
      );
    },
  });
}

async function fetchOwnSubscription(clientId: string) {
  const client = await backend("client");
  return dataOf(
    await client
      .from("client_subscriptions")
      .select(
        "id, tier_id, status, current_period_end, square_subscription_id, subscription_tiers(tier_name)",
      )
      .eq("client_id", clientId)
      .eq("status", "active")
      .maybeSingle(),
  );
}

export type OwnSubscription = NonNullable<Awaited<ReturnType<typeof fetchOwnSubscription>>>;

/** A client's active subscription with its tier's name; null without one. */
export function ownSubscription(clientId: string) {
  return queryOptions({
    queryKey: ["own-subscription", clientId],
    queryFn: () => fetchOwnSubscription(clientId),
  });
}
