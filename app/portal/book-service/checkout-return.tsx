import { useQuery } from "@tanstack/react-query";
import { useSearchParams } from "react-router";
import { type OwnSubscription, ownSubscription } from "#app/api/subscriptions.ts";
import { Banner } from "#app/ui/banner.tsx";
import { useCurrentClient } from "../current-client.ts";

/** Milliseconds: between two looks for Square's confirmation, and how new a plan it speaks of. */
const LOOK_EVERY = 2500;
const RECENT = 900_000;

/** Whoever comes back from the checkout waits for Square's own word: the address they come with proves nothing. */
export function CheckoutReturn({ subscription }: { subscription: OwnSubscription | null }) {
  const { id } = useCurrentClient();
  const isBack = useSearchParams()[0].has("checkout");
  const isConfirmed = subscription && Date.now() - Date.parse(subscription.created_at) < RECENT;
  useQuery({ ...ownSubscription(id), enabled: isBack && !isConfirmed, refetchInterval: LOOK_EVERY });
  if (!isBack) return null;
  return isConfirmed ? (
    <Banner tone="positive">
      Square has confirmed your subscription to {subscription.subscription_tiers?.tier_name}.
    </Banner>
  ) : (
    <Banner tone="info">Waiting for Square to confirm your subscription...</Banner>
  );
}
