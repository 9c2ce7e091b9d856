import type { Square } from "square";
import { parseCalendarDate } from "#domain/dates/calendar-date.ts";
import { type Dollars, toDollars } from "#domain/money/money.ts";
import type { ProviderSubscription } from "#server/payments/payment-provider.ts";
import { mapPayer } from "#server/payments/square/mapping/map-payer.ts";
import { sanitizeText } from "#server/payments/square/mapping/sanitize-text.ts";
import { ImportError, moneyToCents } from "#server/payments/square/mapping/square-money.ts";
import type { Customer } from "#server/payments/square/objects/square-objects.ts";

/**
 * Square keeps a subscription ACTIVE while its invoices are overdue, so the portal derives "past due" from the
 * invoices.
 */
const STATUS_BY_SQUARE_STATUS = {
  ACTIVE: "active",
  PENDING: "paused",
  PAUSED: "paused",
  DEACTIVATED: "paused",
  CANCELED: "cancelled",
  COMPLETED: "cancelled",
} satisfies Record<Square.SubscriptionStatus, ProviderSubscription["status"]>;

/** Maps a Square subscription, or returns null if it has no id. An unknown status is treated as paused. */
export function mapSubscription(
  subscription: Square.Subscription,
  customer: Customer | undefined,
): ProviderSubscription | null {
  if (!subscription.id) {
    return null;
  }
  const squareStatus: string = subscription.status ?? "";
  return {
    id: subscription.id,
    planVariationId: subscription.planVariationId ?? null,
    payer: mapPayer(customer, { customerId: subscription.customerId }),
    status: isKnownStatus(squareStatus) ? STATUS_BY_SQUARE_STATUS[squareStatus] : "paused",
    providerStatus: sanitizeText(squareStatus),
    startsOn: parseCalendarDate(subscription.startDate),
    endsOn: parseCalendarDate(subscription.canceledDate),
    currentPeriodEnd:
      parseCalendarDate(subscription.chargedThroughDate) ?? parseCalendarDate(subscription.startDate),
    billedPrice: getBilledPrice(subscription.priceOverrideMoney),
    newestInvoiceId: subscription.invoiceIds?.[0] ?? null,
    version: Number(subscription.version ?? 0),
  };
}

/**
 * Returns null for a price that cannot be read, so that the subscription is still stored. Its invoices are rejected
 * with the reason.
 */
function getBilledPrice(money: Square.Money | undefined | null): Dollars | null {
  try {
    const cents = moneyToCents(money);
    return cents === null ? null : toDollars(cents);
  } catch (error) {
    if (error instanceof ImportError) {
      return null;
    }
    throw error;
  }
}

function isKnownStatus(status: string): status is keyof typeof STATUS_BY_SQUARE_STATUS {
  return Object.hasOwn(STATUS_BY_SQUARE_STATUS, status);
}
