import type { Payer } from "#server/payments/payment-provider.ts";
import { sanitizeText } from "#server/payments/square/mapping/sanitize-text.ts";
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
    name: getName(customer) ?? getName(recipient),
    emails: unique(
      [customer?.emailAddress, recipient?.emailAddress].map((value) => value?.trim().toLowerCase()),
    ),
  };
}

/** The name of the company or, without one, of the person. */
function getName(
  contact: Pick<Square.Customer, "companyName" | "givenName" | "familyName"> | null | undefined,
): string | null {
  const person = [contact?.givenName, contact?.familyName].filter(Boolean).join(" ");
  return sanitizeText(contact?.companyName) || sanitizeText(person) || null;
}

function unique(values: (string | undefined)[]): string[] {
  return [...new Set(values.filter((value): value is string => Boolean(value)))];
}
