import { queryOptions } from "@tanstack/react-query";
import { adminApi } from "#app/api/admin/admin-api.ts";
import { unwrap } from "#app/api/client/api-error.ts";
import { readJson } from "#app/api/client/read-response.ts";
import { getSupabase } from "#app/api/client/supabase.ts";
import type { Tier } from "#domain/subscriptions/tier-form.ts";
import type { Tables } from "#supabase/database.types.ts";

export type TierRow = Tables<"subscription_tiers">;

/** All support plans, active or not, in the portal's order. */
export function allTiersQuery() {
  return queryOptions({
    queryKey: ["all-tiers"],
    queryFn: async () => {
      const supabase = await getSupabase("admin");
      return unwrap(
        await supabase.from("subscription_tiers").select("*").order("display_order").order("tier_name"),
      );
    },
  });
}

/** Updates a plan, or creates one if `id` is null. @throws {ApiError} */
export async function saveTier(id: string | null, tier: Tier): Promise<void> {
  const json = { ...tier, monthlyPrice: Number(tier.monthlyPrice) };
  if (id) {
    await readJson(adminApi.tiers[":id"].$put({ param: { id }, json }));
  } else {
    await readJson(adminApi.tiers.$post({ json }));
  }
}

/** Sets the display order of all plans. @throws {ApiError} */
export async function reorderTiers(ids: string[]): Promise<void> {
  await readJson(adminApi.tiers.order.$post({ json: { ids } }));
}
