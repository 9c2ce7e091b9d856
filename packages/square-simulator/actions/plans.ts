import { ids } from "../state/ids.ts";
import type { Change } from "../state/store.ts";
import type { CatalogObject } from "../wire/subscription.ts";

export type PlanVariation = { id: string; name: string; monthlyCents: number };

/** Creates a monthly plan with one variation per price. */
export function createPlan(
  change: Change,
  name: string,
  prices: { name: string; monthlyCents: number }[],
): PlanVariation[] {
  const planId = ids.catalog(change.state);
  const common = {
    updated_at: change.at.toISOString(),
    version: change.at.getTime(),
    is_deleted: false,
    present_at_all_locations: true,
  };
  const variations = prices.map((price): CatalogObject & { id: string } => ({
    type: "SUBSCRIPTION_PLAN_VARIATION",
    id: ids.catalog(change.state),
    ...common,
    subscription_plan_variation_data: {
      name: price.name,
      phases: [
        {
          uid: ids.catalog(change.state),
          cadence: "MONTHLY",
          ordinal: 0,
          pricing: { type: "STATIC", price_money: { amount: price.monthlyCents, currency: "USD" } },
        },
      ],
      subscription_plan_id: planId,
    },
  }));
  const plan: CatalogObject = {
    type: "SUBSCRIPTION_PLAN",
    id: planId,
    ...common,
    subscription_plan_data: { name, subscription_plan_variations: variations, all_items: false },
  };
  for (const object of [plan, ...variations]) {
    change.state.catalog[object.id] = object;
  }
  return variations.map((object, index) => ({
    id: object.id,
    name: prices[index]?.name ?? name,
    monthlyCents: prices[index]?.monthlyCents ?? 0,
  }));
}
