import type { ListedSubscription } from "#app/api/admin/subscriptions.ts";
import { formatPrice } from "#domain/money/money.ts";
import { isActiveSubscription } from "#domain/subscriptions/subscription.ts";

/** The price per month, with a note if it is not part of the MRR or Square bills another amount. */
export function MonthlyPrice({ subscription }: { subscription: ListedSubscription }) {
  return (
    <>
      <span className="block">{formatPrice(subscription.priceCents)}</span>
      {!isActiveSubscription(subscription) && (
        <span className="block font-normal text-13 text-muted">not in MRR</span>
      )}
      {subscription.billedCents !== null && (
        <span className="block font-normal text-13 text-warning">
          Square bills {formatPrice(subscription.billedCents)}
        </span>
      )}
    </>
  );
}
