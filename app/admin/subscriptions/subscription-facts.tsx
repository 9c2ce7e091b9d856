import type { ListedSubscription } from "#app/api/admin/subscriptions.ts";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { formatDollars } from "#domain/money/money.ts";
import { isRunningSubscription } from "#domain/subscriptions/plan.ts";
import {
  isActiveSubscription,
  subscriptionNote,
  subscriptionStatusBadge,
} from "#domain/subscriptions/subscription.ts";

type SubscriptionStatusProps = {
  subscription: ListedSubscription;
  /** Number of plans of each client that is billed for more than one, by the client's id. */
  planCounts: ReadonlyMap<string, number>;
};

/** The status of a subscription, when it ends, and a warning if the client is billed for several plans. */
export function SubscriptionStatus({ subscription, planCounts }: SubscriptionStatusProps) {
  const { label, tone } = subscriptionStatusBadge(subscription.status);
  const note = subscriptionNote(subscription.terms);
  const planCount = isRunningSubscription(subscription) && planCounts.get(subscription.clientId);
  return (
    <>
      <Badge tone={tone}>{label}</Badge>
      {planCount && <span className="block text-13 text-warning">{`1 of ${planCount} billed plans`}</span>}
      {note && <span className="block text-13 text-muted">{note}</span>}
    </>
  );
}

/** The price per month, with a note if it is not part of the MRR or Square bills another amount. */
export function MonthlyPrice({ subscription }: { subscription: ListedSubscription }) {
  return (
    <>
      <span className="block">{formatDollars(subscription.priceCents)}</span>
      {!isActiveSubscription(subscription) && (
        <span className="block font-normal text-13 text-muted">not in MRR</span>
      )}
      {subscription.billedCents !== null && (
        <span className="block font-normal text-13 text-warning">
          Square bills {formatDollars(subscription.billedCents)}
        </span>
      )}
    </>
  );
}
