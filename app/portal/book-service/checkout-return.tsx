import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { type OwnSubscription, ownSubscriptionQuery } from "#app/api/portal/subscriptions.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { useCurrentClient } from "../current-client.ts";

const POLL_INTERVAL_MS = 2500;
/** A subscription that started within this time is assumed to come from the checkout. */
const MAX_SUBSCRIPTION_AGE_MS = 900_000;

/**
 * Shown after the Square checkout. Polls for the subscription, because the return URL does not prove that the
 * user subscribed.
 */
export function CheckoutReturn({ subscription }: { subscription: OwnSubscription | null }) {
  const { id } = useCurrentClient();
  const hasReturned = useSearchParams()[0].has("checkout");
  const isConfirmed =
    subscription && Date.now() - Date.parse(subscription.created_at) < MAX_SUBSCRIPTION_AGE_MS;
  useQuery({
    ...ownSubscriptionQuery(id),
    enabled: hasReturned && !isConfirmed,
    refetchInterval: POLL_INTERVAL_MS,
  });
  if (!hasReturned) {
    return null;
  }
  return isConfirmed ? (
    <Banner tone="positive">You're subscribed to {subscription.subscription_tiers?.tier_name}.</Banner>
  ) : (
    <Banner tone="info">Confirming your subscription...</Banner>
  );
}
