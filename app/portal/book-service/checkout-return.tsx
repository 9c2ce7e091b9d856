import { useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useSearchParams } from "react-router";
import { type OwnSubscription, ownSubscription } from "#app/data/subscriptions.ts";
import { Banner } from "#app/ui/banner.tsx";
import { useCurrentClient } from "../current-client.ts";

/** Milliseconds: between two looks for Square's confirmation, how long we look, and how new a plan it speaks of. */
const LOOK_EVERY = 2500;
const LOOK_FOR = 120_000;
const RECENT = 900_000;

/** Whoever comes back from the checkout waits for Square's own word: the address they come with proves nothing. */
export function CheckoutReturn({ subscription }: { subscription: OwnSubscription | null }) {
  const { id } = useCurrentClient();
  const [search] = useSearchParams();
  const [isPatient, setIsPatient] = useState(true);
  const isBack = search.get("checkout") === "done";
  const isConfirmed = subscription !== null && Date.now() - Date.parse(subscription.created_at) < RECENT;
  const isWaiting = isBack && !isConfirmed && isPatient;
  useQuery({ ...ownSubscription(id), enabled: isWaiting, refetchInterval: LOOK_EVERY });

  useEffect(() => {
    const timer = setTimeout(() => setIsPatient(false), LOOK_FOR);
    return () => clearTimeout(timer);
  }, []);

  if (!isBack) return null;
  if (isConfirmed)
    return (
      <Banner tone="positive">
        Square has confirmed your subscription to {subscription.subscription_tiers?.tier_name ?? "your plan"}.
      </Banner>
    );
  return (
    <Banner tone="info">
      {isWaiting
        ? "Waiting for Square to confirm your subscription..."
        : "Square has not confirmed your subscription yet. It appears here as soon as it does."}
    </Banner>
  );
}
