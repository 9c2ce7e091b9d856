import { queryOptions } from "@tanstack/react-query";
import { callApi } from "#app/api/api.ts";
import { backend } from "#app/api/backend.ts";
import { dataOf } from "#app/api/failure.ts";
import type { Tier } from "#domain/tier-form.ts";
import type { Tables } from "#supabase/database.types.ts";

export type TierRow = Tables<"subscription_tiers">;

/** All support plans, on offer or not, in the portal's order. */
export function allTiers() {
  return queryOptions({
    queryKey: ["all-tiers"],
    queryFn: async () => {
      const admin = await backend("admin");
      return dataOf(
        await admin.from("subscription_tiers").select("*").order("display_order").order("tier_name"),
      );
    },
  });
}

/** Stores a changed plan, or, without an id, a new one. @throws ApiFailure */
export async function saveTier(id: string | null, tier: Tier): Promise<void> {
  if (id) await callApi("admin", `/api/admin/tiers/${id}`, { method: "PUT", body: tier });
  else await callApi("admin", "/api/admin/tiers", { method: "POST", body: tier });
}

/** Puts all plans in this order. @throws ApiFailure */
export async function orderTiers(ids: string[]): Promise<void> {
  await callApi("admin", "/api/admin/tiers/order", { method: "POST", body: { ids } });
}
