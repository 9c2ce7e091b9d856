import { queryOptions } from "@tanstack/react-query";
import { adminApi } from "#app/api/admin/admin-api.ts";
import { unwrap } from "#app/api/client/api-error.ts";
import { readJson } from "#app/api/client/read-response.ts";
import { getSupabase } from "#app/api/client/supabase.ts";
import { toCents } from "#domain/money/money.ts";
import { findLikelyCheckout } from "#domain/subscriptions/unmatched-subscription.ts";

/** Keeps the warnings on an open page up to date. */
const POLL_INTERVAL_MS = 60_000;

async function fetchUnmatchedSubscriptions() {
  const supabase = await getSupabase("admin");
  const subscriptions = unwrap(
    await supabase
      .from("unmatched_subscriptions")
      .select("*, subscription_tiers(tier_name, monthly_price)")
      .order("created_at"),
  );
  if (subscriptions.length === 0) {
    return [];
  }
  const checkouts = unwrap(
    await supabase
      .from("plan_checkouts")
      .select("client_id, tier_id, started_at, clients(company)")
      .is("confirmed_at", null)
      .in("tier_id", [...new Set(subscriptions.map(({ tier_id }) => tier_id))]),
  );
  return subscriptions.map(({ subscription_tiers: tier, ...subscription }) => ({
    ...subscription,
    tierName: tier.tier_name,
    monthlyCents: toCents(subscription.billed_price ?? tier.monthly_price),
    likelyCheckout: findLikelyCheckout(subscription, checkouts),
  }));
}

export type UnmatchedSubscription = Awaited<ReturnType<typeof fetchUnmatchedSubscriptions>>[number];

/** Plans that Square bills to someone who matches no client, longest waiting first. */
export function unmatchedSubscriptionsQuery() {
  return queryOptions({
    queryKey: ["unmatched-subscriptions"],
    queryFn: fetchUnmatchedSubscriptions,
    refetchInterval: POLL_INTERVAL_MS,
  });
}

/** Stores the plan and its invoices for a client. @throws {ApiError} 404 if it has a client already or has ended. */
export async function linkSubscription(id: string, clientId: string): Promise<void> {
  await readJson(
    adminApi["unmatched-subscriptions"][":id"].client.$post({ param: { id }, json: { clientId } }),
  );
}

/**
 * Moves a linked plan and its invoices to another client. Without a client, the plan is unlinked.
 * @throws {ApiError} 409 if it can't be moved
 */
export async function moveSubscription(id: string, clientId: string | null): Promise<void> {
  await readJson(adminApi.subscriptions[":id"].client.$put({ param: { id }, json: { clientId } }));
}
