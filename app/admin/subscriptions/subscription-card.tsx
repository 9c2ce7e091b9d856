import type { ListedSubscription } from "#app/api/admin/subscriptions.ts";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { CardDetail, RecordCard } from "../lists/record-card.tsx";
import { RecordName } from "../lists/record-name.tsx";
import { MonthlyPrice } from "./monthly-price.tsx";
import { SubscriptionStatus } from "./subscription-status.tsx";

type SubscriptionCardProps = {
  subscription: ListedSubscription;
  planCounts: ReadonlyMap<string, number>;
};

/** A subscription on a narrow screen. */
export function SubscriptionCard({ subscription, planCounts }: SubscriptionCardProps) {
  const { clientId, company, tierName, nextChargeDate } = subscription;
  return (
    <RecordCard
      title={<RecordName to={`/admin/clients/${clientId}`} name={company} />}
      owner={tierName}
      amount={<MonthlyPrice subscription={subscription} />}
      status={<SubscriptionStatus {...{ subscription, planCounts }} />}
    >
      <CardDetail label="Next billing" value={nextChargeDate ? formatDate(nextChargeDate) : null} />
    </RecordCard>
  );
}
