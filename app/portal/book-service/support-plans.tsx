import { useQuery } from "@tanstack/react-query";
import { activeTiersQuery, ownSubscriptionQuery } from "#app/api/portal/subscriptions.ts";
import { combineQueries, Loaded } from "#app/components/loaded.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { Loading, Skeleton } from "#app/ui/feedback/skeleton.tsx";
import { Layers } from "#app/ui/icons.tsx";
import { useCurrentClient } from "../current-client.ts";
import { ActivePlan } from "./active-plan.tsx";
import { CheckoutReturn } from "./checkout-return.tsx";
import { TierCard } from "./tier-card.tsx";

const SUBSCRIPTION_DETAILS = [
  "Billed monthly",
  "Cancel anytime",
  "Secure payment processing",
  "Upgrade or downgrade anytime",
];

export function SupportPlans() {
  const { id } = useCurrentClient();
  const query = combineQueries(useQuery(activeTiersQuery()), useQuery(ownSubscriptionQuery(id)));
  return (
    <Loaded
      query={query}
      errorMessage="We couldn't load the support plans."
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
                hint="Plans will appear here when they're available."
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
                {SUBSCRIPTION_DETAILS.map((detail) => (
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
