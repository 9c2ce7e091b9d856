import type { Square } from "square";
import type { ProviderSubscription } from "#server/payments/payment-provider.ts";
import { parseDate } from "#server/payments/square/mapping/invoice-dates.ts";
import { mapPayer } from "#server/payments/square/mapping/map-payer.ts";
import { sanitizeText } from "#server/payments/square/mapping/sanitize-text.ts";
import { centsToDecimal, ImportError, moneyToCents } from "#server/payments/square/mapping/square-money.ts";

/** Square keeps a subscription ACTIVE while invoices are overdue; the portal determines "past due" from its invoices. */
const STATUSES = {
  ACTIVE: "active",
  PENDING: "paused",
  PAUSED: "paused",
  DEACTIVATED: "paused",
  CANCELED: "cancelled",
  COMPLETED: "cancelled",
} satisfies Record<Square.SubscriptionStatus, ProviderSubscription["status"]>;

/** Maps a Square subscription; null for one without an id. An unknown status is treated as paused. */
export function mapSubscription(
  subscription: Square.Subscription,
  customer: Square.Customer | undefined,
): ProviderSubscription | null {
  if (!subscription.id) {
    return null;
  }
  const squareStatus: string = subscription.status ?? "";
  return {
    id: subscription.id,
    planVariationId: subscription.planVariationId ?? null,
    payer: mapPayer(customer, { customerId: subscription.customerId }),
    status: isKnownStatus(squareStatus) ? STATUSES[squareStatus] : "paused",
    providerStatus: sanitizeText(squareStatus),
    startsOn: parseDate(subscription.startDate),
    endsOn: parseDate(subscription.canceledDate),
    currentPeriodEnd: parseDate(subscription.chargedThroughDate) ?? parseDate(subscription.startDate),
    billedPrice: billedPrice(subscription.priceOverrideMoney),
    newestInvoiceId: subscription.invoiceIds?.[0] ?? null,
    version: Number(subscription.version ?? 0),
  };
}

/** Keeps a subscription whose price cannot be read. Its invoices are rejected with that reason. */
function billedPrice(money: Square.Money | undefined | null): string | null {
  try {
    const cents = moneyToCents(money);
    return cents === null ? null : centsToDecimal(cents);
  } catch (error) {
    if (error instanceof ImportError) {
      return null;
    }
    throw error;
  }
}

function isKnownStatus(status: string): status is keyof typeof STATUSES {
  return Object.hasOwn(STATUSES, status);
}
