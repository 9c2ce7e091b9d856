import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useSearchParams } from "react-router";
import { ownCheckoutsQuery } from "#app/api/portal/plan-requests.ts";
import { type OwnPlan, ownPlansQuery, type SubscriptionTier } from "#app/api/portal/subscriptions.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { findConfirmedTier } from "#domain/subscriptions/plan-checkout.ts";
import { useCurrentClient } from "../current-client.ts";

const POLL_INTERVAL_MS = 2500;

type CheckoutReturnProps = { tiers: readonly SubscriptionTier[]; plans: readonly OwnPlan[] };

/**
 * Shown after the Square checkout. Polls until the subscription of this checkout is stored, because the return URL does
 * not prove that the user subscribed. Another subscription of the client never confirms it.
 */
export function CheckoutReturn({ tiers, plans }: CheckoutReturnProps) {
  const { id } = useCurrentClient();
  const queryClient = useQueryClient();
  // Square returns to the URL of the checkout link, which names the plan variation.
  const variationId = useSearchParams()[0].get("checkout");
  const hasReturned = variationId !== null;
  const returnedTier = tiers.find((tier) => tier.square_plan_variation_id === variationId);
  const checkouts = useQuery({ ...ownCheckoutsQuery(id), enabled: hasReturned }).data ?? [];
  const confirmedTierId = findConfirmedTier({
    tierId: returnedTier?.id ?? null,
    checkouts,
    plans,
    now: new Date(),
  });
  const isWaiting = hasReturned && confirmedTierId === null;
  useQuery({ ...ownCheckoutsQuery(id), enabled: isWaiting, refetchInterval: POLL_INTERVAL_MS });
  useQuery({ ...ownPlansQuery(id), enabled: isWaiting, refetchInterval: POLL_INTERVAL_MS });
  useEffect(() => {
    if (confirmedTierId !== null) {
      void queryClient.invalidateQueries({ queryKey: ownPlansQuery(id).queryKey });
    }
  }, [queryClient, id, confirmedTierId]);
  if (!hasReturned) {
    return null;
  }
  const confirmedTier = tiers.find((tier) => tier.id === confirmedTierId);
  return confirmedTier ? (
    <Banner tone="positive">You're subscribed to {confirmedTier.tier_name}.</Banner>
  ) : (
    <Banner tone="info">Confirming your subscription...</Banner>
  );
}
