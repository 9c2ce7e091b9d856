import type { State } from "../state/state.ts";

export type OfferedPlan = { variationId: string; name: string; monthlyCents: number; checkoutUrl: string };

/** Plans with a checkout page, cheapest first. */
export function listOfferedPlans(state: State): OfferedPlan[] {
  const offers = Object.values(state.paymentLinks).flatMap((link): OfferedPlan[] => {
    const variationId = link.checkout_options?.subscription_plan_id ?? "";
    const variation = state.catalog[variationId]?.subscription_plan_variation_data;
    const price = variation?.phases[0]?.pricing.price_money;
    if (!variation || !price) {
      return [];
    }
    return [{ variationId, name: variation.name, monthlyCents: price.amount, checkoutUrl: link.url }];
  });
  return offers.sort((left, right) => left.monthlyCents - right.monthlyCents);
}
