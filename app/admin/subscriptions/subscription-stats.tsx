import type { ListedSubscription } from "#app/data/admin-subscriptions.ts";
import { StatCard } from "#app/ui/stat-card.tsx";
import { CHURN_DEFINITION, churnPercent } from "#domain/churn.ts";
import { formatDollars } from "#domain/money.ts";
import { averageMrr, isActiveSubscription, monthlyRecurringRevenue } from "#domain/subscription.ts";

export function SubscriptionStats({ subscriptions }: { subscriptions: readonly ListedSubscription[] }) {
  return (
    <div className="grid gap-4 sm:grid-cols-2 lg:grid-cols-4">
      <StatCard
        label="Monthly Recurring Revenue"
        value={formatDollars(monthlyRecurringRevenue(subscriptions))}
        meaning="Prices of active subscriptions"
      />
      <StatCard
        label="Active Subscriptions"
        value={subscriptions.filter(isActiveSubscription).length}
        meaning={`Of ${subscriptions.length} in all`}
      />
      <StatCard
        label="Average MRR per Client"
        value={formatDollars(averageMrr(subscriptions))}
        meaning="Revenue by active subscriptions"
      />
      <StatCard
        label="Churn Rate"
        value={`${churnPercent(subscriptions, new Date())}%`}
        meaning={CHURN_DEFINITION}
      />
    </div>
  );
}
