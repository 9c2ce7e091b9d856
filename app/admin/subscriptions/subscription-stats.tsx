import { useQuery } from "@tanstack/react-query";
import { subscriptionTotalsQuery } from "#app/api/admin/subscriptions.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { LoadingStatCards, StatCard } from "#app/ui/data-display/stat-card.tsx";
import { formatDollars } from "#domain/money/money.ts";
import { CHURN_DEFINITION, churnPercent } from "#domain/subscriptions/churn.ts";
import { averageMrrPerClient } from "#domain/subscriptions/subscription.ts";

const GRID_CLASSES = "grid gap-3 min-[360px]:grid-cols-2 sm:gap-4 lg:grid-cols-4";

/** Cards with totals across all subscriptions and how they are calculated. */
export function SubscriptionStats() {
  const totals = useQuery(subscriptionTotalsQuery());
  return (
    <Loaded
      query={totals}
      errorMessage="We couldn't load the totals."
      loading={<LoadingStatCards count={4} text="Loading totals..." className={GRID_CLASSES} />}
    >
      {({ count, active, monthlyRevenueCents, running, cancelled }) => (
        <div className={GRID_CLASSES}>
          <StatCard
            label="Monthly Recurring Revenue"
            value={formatDollars(monthlyRevenueCents)}
            caption="From active plans"
          />
          <StatCard
            label="Active Subscriptions"
            value={active.toLocaleString("en-US")}
            caption={`${count.toLocaleString("en-US")} total`}
          />
          <StatCard
            label="Average MRR per Client"
            value={formatDollars(averageMrrPerClient(monthlyRevenueCents, active))}
            caption="MRR ÷ active subscriptions"
          />
          <StatCard
            label="Churn Rate"
            value={`${churnPercent({ running, cancelled })}%`}
            caption={CHURN_DEFINITION}
          />
        </div>
      )}
    </Loaded>
  );
}
