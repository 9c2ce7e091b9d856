import { useQuery } from "@tanstack/react-query";
import { subscriptionTotals } from "#app/api/admin-subscriptions.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { Skeleton } from "#app/ui/skeleton.tsx";
import { StatCard } from "#app/ui/stat-card.tsx";
import { CHURN_DEFINITION, churnPercent } from "#domain/churn.ts";
import { formatDollars } from "#domain/money.ts";
import { averageMrr } from "#domain/subscription.ts";

/** The figures over all subscriptions, each with what it means. */
export function SubscriptionStats() {
  const totals = useQuery(subscriptionTotals());
  return (
    <Loaded
      query={totals}
      failed="The figures could not be loaded."
      loading={
        <div className="grid grid-cols-1 gap-4 sm:grid-cols-2 lg:grid-cols-4">
          <p role="status" className="sr-only">
            Loading figures...
          </p>
          <Skeleton className="h-29" />
          <Skeleton className="h-29" />
          <Skeleton className="h-29" />
          <Skeleton className="h-29" />
        </div>
      }
    >
      {({ count, active, monthlyRevenueCents, running, cancelled }) => (
        <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
          <StatCard
            label="Monthly Recurring Revenue"
            value={formatDollars(monthlyRevenueCents)}
            meaning="Prices of active subscriptions"
          />
          <StatCard
            label="Active Subscriptions"
            value={active.toLocaleString("en-US")}
            meaning={`Of ${count.toLocaleString("en-US")} in all`}
          />
          <StatCard
            label="Average MRR per Client"
            value={formatDollars(averageMrr(monthlyRevenueCents, active))}
            meaning="Revenue by active subscriptions"
          />
          <StatCard
            label="Churn Rate"
            value={`${churnPercent({ running, cancelled })}%`}
            meaning={CHURN_DEFINITION}
          />
        </div>
      )}
    </Loaded>
  );
}
