import type { Square } from "square";
import type { ProviderSubscription } from "#server/payments/provider.ts";
import { dayOf } from "#server/payments/square/invoice-dates.ts";
import { payerOf } from "#server/payments/square/payer.ts";
import { centsOf, dollars, NotImportable } from "#server/payments/square/square-money.ts";
import { storableText } from "#server/payments/square/storable-text.ts";

/** Square keeps a subscription ACTIVE however late its invoices are: "past due" is the portal's own finding. */
const STATES = {
  ACTIVE: "active",
  PENDING: "paused",
  PAUSED: "paused",
  DEACTIVATED: "paused",
  CANCELED: "cancelled",
  COMPLETED: "cancelled",
} satisfies Record<Square.SubscriptionStatus, ProviderSubscription["state"]>;

/** Square's subscription in the product's words; null for one without an id. A status we do not know pauses it. */
export function mapSubscription(
  subscription: Square.Subscription,
  customer: Square.Customer | undefined,
): ProviderSubscription | null {
  if (!subscription.id) return null;
  const status: string = subscription.status ?? "";
  return {
    id: subscription.id,
    planVariationId: subscription.planVariationId ?? null,
    payer: payerOf(customer, { customerId: subscription.customerId }),
    state: isKnown(status) ? STATES[status] : "paused",
    providerStatus: storableText(status),
    startsOn: dayOf(subscription.startDate),
    endsOn: dayOf(subscription.canceledDate),
    currentPeriodEnd: dayOf(subscription.chargedThroughDate) ?? dayOf(subscription.startDate),
    billedPrice: billedPrice(subscription.priceOverrideMoney),
    newestInvoiceId: subscription.invoiceIds?.[0] ?? null,
    version: Number(subscription.version ?? 0),
  };
}

/** A price we cannot read is no reason to lose the subscription: its invoices are refused for it, and say so. */
function billedPrice(money: Square.Money | undefined | null): string | null {
  try {
    const cents = centsOf(money);
    return cents === null ? null : dollars(cents);
  } catch (cause) {
    if (cause instanceof NotImportable) return null;
    throw cause;
  }
}

function isKnown(status: string): status is keyof typeof STATES {
  return Object.hasOwn(STATES, status);
}
