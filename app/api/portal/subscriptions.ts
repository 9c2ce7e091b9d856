import { queryOptions } from "@tanstack/react-query";
import { unwrap } from "#app/api/client/api-error.ts";
import { getSupabase } from "#app/api/client/supabase.ts";
import type { Tables } from "#supabase/database.types.ts";

export type SubscriptionTier = Tables<"subscription_tiers">;

/** Active support plans in display order. */
export function activeTiersQuery() {
  return queryOptions({
    queryKey: ["active-tiers"],
    queryFn: async () => {
      const supabase = await getSupabase("client");
      return unwrap(
        await supabase.from("subscription_tiers").select("*").eq("is_active", true).order("display_order"),
      );
    },
  });
}

async function fetchOwnSubscription(clientId: string) {
  const supabase = await getSupabase("client");
  return unwrap(
    await supabase
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

/** A client's active subscription with the plan's name, or null. */
export function ownSubscriptionQuery(clientId: string) {
  return queryOptions({
    queryKey: ["own-subscription", clientId],
    queryFn: () => fetchOwnSubscription(clientId),
  });
}

/** URL template of the page for managing a plan, or null. `{id}` is replaced with the subscription's id. */
export function manageLinkQuery() {
  return queryOptions({
    queryKey: ["manage-link"],
    queryFn: async () => {
      const supabase = await getSupabase("client");
      const link = unwrap(
        await supabase.from("square_links").select("template").eq("purpose", "manage_plan").maybeSingle(),
      );
      return link?.template ?? null;
    },
  });
}
