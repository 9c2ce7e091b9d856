import { queryOptions } from "@tanstack/react-query";
import { adminApi } from "#app/api/admin/admin-api.ts";
import { ApiError, unwrap } from "#app/api/client/api-error.ts";
import { readJson } from "#app/api/client/read-response.ts";
import { getSupabase } from "#app/api/client/supabase.ts";
import { toInstant } from "#domain/dates/instant.ts";
import { toCents } from "#domain/money/money.ts";
import { findLikelyCheckout, type MoveSubscription } from "#domain/subscriptions/unmatched-subscription.ts";

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

/** Plans that Square bills to someone who matches no client, including dismissed ones, longest waiting first. */
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
 * @throws {ApiError} 409 if it can't be moved, or no longer belongs to the client that was shown
 */
export async function moveSubscription(id: string, input: MoveSubscription): Promise<void> {
  await readJson(adminApi.subscriptions[":id"].client.$put({ param: { id }, json: input }));
}

/**
 * Dismisses a plan whose payer is not a client, or restores it.
 * @throws {ApiError} 404 if it has a client by now or has ended
 */
export async function setDismissed(id: string, isDismissed: boolean): Promise<void> {
  const supabase = await getSupabase("admin");
  const updated = unwrap(
    await supabase
      .from("unmatched_subscriptions")
      .update({ dismissed_at: isDismissed ? toInstant(new Date()) : null })
      .eq("id", id)
      .select("id"),
  );
  if (updated.length === 0) {
    throw new ApiError({
      status: 404,
      code: "unknown_subscription",
      message: "This plan has been linked to a client or has ended. Reload the page.",
    });
  }
}
