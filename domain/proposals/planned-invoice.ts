import { INVOICE_DRAFT_LIMITS } from "#domain/invoices/drafts/draft-form.ts";
import { type Cents, cents, formatDollars } from "#domain/money/money.ts";

/** The highest amount whose invoice is drafted automatically. The draft has one line, and a line cannot be higher. */
export const MAX_PLANNED_INVOICE = cents(INVOICE_DRAFT_LIMITS.unitCents);

const SOURCE_PREFIX = "planned-payment:";

/** A pattern for `like` that matches the source keys of all planned payments. */
export const PLANNED_INVOICE_KEYS = `${SOURCE_PREFIX}%`;

/** The source key of the draft invoice for a planned payment. */
export function plannedInvoiceKey(paymentId: string): string {
  return `${SOURCE_PREFIX}${paymentId}`;
}

/** Why a due payment gets no draft invoice automatically, and what to do about it. Null if it gets one, or has one. */
export function plannedInvoiceProblem({
  amount,
  isDraftDeleted,
}: {
  amount: Cents;
  isDraftDeleted: boolean;
}): string | null {
  if (amount > MAX_PLANNED_INVOICE) {
    return `Amounts above ${formatDollars(MAX_PLANNED_INVOICE)} aren't drafted automatically. Create the invoice and link it.`;
  }
  return isDraftDeleted ? "Its draft invoice was deleted. Create the invoice and link it." : null;
}
