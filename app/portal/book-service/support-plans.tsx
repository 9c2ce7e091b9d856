import { useQuery } from "@tanstack/react-query";
import { Layers } from "lucide-react";
import { activeTiers, ownSubscription } from "#app/api/subscriptions.ts";
import { both, Loaded } from "#app/components/loaded.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Loading, Skeleton } from "#app/ui/skeleton.tsx";
import { useCurrentClient } from "../current-client.ts";
import { ActivePlan } from "./active-plan.tsx";
import { CheckoutReturn } from "./checkout-return.tsx";
import { TierCard } from "./tier-card.tsx";

const DETAILS = [
  "Billed monthly",
  "Cancel anytime",
  "Secure payment processing",
  "Upgrade or downgrade anytime",
];

export function SupportPlans() {
  const { id } = useCurrentClient();
  const query = both(useQuery(activeTiers()), useQuery(ownSubscription(id)));
  return (
    <Loaded
      query={query}
      failed="The support plans could not be loaded."
      loading={
        <Loading text="Loading support plans...">
          <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-4">
            <Skeleton className="h-80" />
            <Skeleton className="h-80" />
            <Skeleton className="h-80" />
          </div>
        </Loading>
      }
    >
      {([tiers, subscription]) => {
        const current = tiers.find((tier) => tier.id === subscription?.tier_id) ?? null;
        return (
          <div className="grid gap-6">
            <CheckoutReturn subscription={subscription} />
            {subscription && <ActivePlan subscription={subscription} />}
            {tiers.length === 0 ? (
              <EmptyState
                icon={<Layers className="size-6" />}
                title="No support plans yet"
                hint="Plans you can subscribe to appear here."
              />
            ) : (
              <ul className="grid grid-cols-1 gap-4 sm:grid-cols-2 xl:grid-cols-4">
                {tiers.map((tier) => (
                  <li key={tier.id}>
                    <TierCard tier={tier} current={current} />
                  </li>
                ))}
              </ul>
            )}
            <section aria-labelledby="subscription-details">
              <h2 id="subscription-details" className="mb-2 text-16">
                Subscription Details
              </h2>
              <ul className="grid list-disc gap-1 pl-5 text-14 text-muted marker:text-faint">
                {DETAILS.map((detail) => (
                  <li key={detail}>{detail}</li>
                ))}
              </ul>
            </section>
          </div>
        );
      }}
    </Loaded>
  );
}
