import { queryOptions } from "@tanstack/react-query";
import { backend } from "#app/data/backend.ts";
import { dataOf } from "#app/data/failure.ts";

async function fetchSubscriptions() {
  const admin = await backend("admin");
  return dataOf(
    await admin
      .from("client_subscriptions")
      .select(
        "*, clients(company), subscription_tiers(tier_name, monthly_price), subscription_history(status, since)",
      )
      .order("created_at", { ascending: false }),
  );
}

/** A subscription with its client and its tier. */
export type ListedSubscription = Awaited<ReturnType<typeof fetchSubscriptions>>[number];

/** All subscriptions, the newest first: the figures above the list are sums over them. */
export function subscriptionList() {
  return queryOptions({ queryKey: ["subscription-list"], queryFn: fetchSubscriptions });
}
