import type { Square } from "square";
import type { Payer } from "#server/payments/payment-provider.ts";

/**
 * Maps who pays: the current customer first, then the invoice's snapshot of it. The customer's own id takes precedence
 * over the snapshot's, which is outdated after a merge.
 */
export function mapPayer(customer: Square.Customer | undefined, recipient?: Square.InvoiceRecipient): Payer {
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
