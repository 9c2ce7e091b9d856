import type { Payer } from "#server/payments/payment-provider.ts";
import type * as Square from "#server/payments/square/objects/square-objects.ts";

/**
 * Maps the payer from the current customer, then from the invoice's snapshot of it. The current customer's id takes
 * precedence, because the snapshot's id is outdated after a merge.
 */
export function mapPayer(
  customer: Square.Customer | undefined,
  recipient?: Square.InvoiceRecipient | null,
): Payer {
  return {
    customerId: customer?.id ?? recipient?.customerId ?? null,
    referenceId: customer?.referenceId?.trim() || null,
    emails: unique(
      [customer?.emailAddress, recipient?.emailAddress].map((value) => value?.trim().toLowerCase()),
    ),
  };
}

function unique(values: (string | undefined)[]): string[] {
  return [...new Set(values.filter((value): value is string => Boolean(value)))];
}
