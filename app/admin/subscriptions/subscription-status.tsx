import type { ListedSubscription } from "#app/api/admin/subscriptions.ts";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { isRunningSubscription } from "#domain/subscriptions/plan.ts";
import { subscriptionNote, subscriptionStatusBadge } from "#domain/subscriptions/subscription.ts";

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
