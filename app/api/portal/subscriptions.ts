import { queryOptions } from "@tanstack/react-query";
import { unwrap } from "#app/api/client/api-error.ts";
import { getSupabase } from "#app/api/client/supabase.ts";

async function fetchActiveTiers() {
  const supabase = await getSupabase("client");
  const selectActive = <Columns extends string>(columns: Columns) =>
    supabase.from("subscription_tiers").select(columns).eq("is_active", true);
  // Only the server returns a checkout link, because it checks that the client has no plan.
  const [tiers, tiersWithCheckout] = await Promise.all([
    selectActive("id, tier_name, monthly_price, features, is_popular, square_plan_variation_id").order(
      "display_order",
    ),
    selectActive("id").not("square_checkout_url", "is", null),
  ]);
  const idsWithCheckout = new Set(unwrap(tiersWithCheckout).map(({ id }) => id));
  return unwrap(tiers).map((tier) => ({ ...tier, hasCheckout: idsWithCheckout.has(tier.id) }));
}

export type SubscriptionTier = Awaited<ReturnType<typeof fetchActiveTiers>>[number];

/** Active support plans in display order. */
export function activeTiersQuery() {
  return queryOptions({ queryKey: ["active-tiers"], queryFn: fetchActiveTiers });
}

async function fetchOwnPlans(clientId: string) {
  const supabase = await getSupabase("client");
  return unwrap(
    await supabase
      .from("client_subscriptions")
      .select(
        "id, tier_id, status, created_at, current_period_end, starts_on, ends_on, billed_price, square_status, square_subscription_id, subscription_tiers(tier_name, monthly_price)",
      )
      .eq("client_id", clientId)
      .neq("status", "cancelled")
      .order("created_at"),
  );
}

/** A subscription that is not cancelled, with the plan's name and price. The plan is null if it is no longer offered. */
export type OwnPlan = Awaited<ReturnType<typeof fetchOwnPlans>>[number];

/** A client's subscriptions that are not cancelled, oldest first. There should be at most one. */
export function ownPlansQuery(clientId: string) {
  return queryOptions({
    queryKey: ["own-plans", clientId],
    queryFn: () => fetchOwnPlans(clientId),
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
