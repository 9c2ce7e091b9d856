import { queryOptions } from "@tanstack/react-query";
import { backend } from "#app/api/backend.ts";
import { dataOf } from "#app/api/failure.ts";
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
        "id, tier_id, status, created_at, current_period_end, ends_on, square_subscription_id, subscription_tiers(tier_name)",
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

/** Where the firm lets clients manage their plan, `{id}` standing for the subscription; null where it has no such page. */
export function manageLink() {
  return queryOptions({
    queryKey: ["manage-link"],
    queryFn: async () => {
      const client = await backend("client");
      const link = dataOf(
        await client.from("square_links").select("template").eq("purpose", "manage_plan").maybeSingle(),
      );
      return link?.template ?? null;
    },
  });
}
