import type { Square } from "square";
import type { Payer } from "#server/payments/provider.ts";

/**
 * Who pays: the customer as it is now, then the invoice's snapshot of it. The customer's own id wins over the
 * snapshot's, which is an old one after a merge.
 */
export function payerOf(customer: Square.Customer | undefined, recipient?: Square.InvoiceRecipient): Payer {
  return {
    customerId: customer?.id ?? recipient?.customerId ?? null,
    referenceId: customer?.referenceId?.trim() || null,
    emails: distinct(
      [customer?.emailAddress, recipient?.emailAddress].map((text) => text?.trim().toLowerCase()),
    ),
  };
}

function distinct(texts: (string | undefined)[]): string[] {
  return [...new Set(texts.filter((text): text is string => Boolean(text)))];
}
