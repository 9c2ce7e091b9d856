import type { CalendarDate } from "#domain/dates/calendar-date.ts";
import { amountReceived, type InvoiceMoney, isUnpaid } from "#domain/invoices/invoice.ts";
import { type Cents, cents, type Dollars, subtractCents, sumCents, toCents } from "#domain/money/money.ts";
import type { Tables } from "#supabase/database.types.ts";

/** Label for payments that are included in an invoice's amounts but not in its list of payments. */
export const OTHER_PAYMENTS_LABEL = "Other payments";

/** Columns that determine what an invoice bills. */
type BilledInvoice = InvoiceMoney & { square_status: string | null };

/** Columns that determine when an invoice was issued and paid. */
type DatedInvoice = Pick<Tables<"invoices">, "issued_date" | "due_date" | "paid_date">;

/**
 * Returns the amount that statements and the accounting export bill for an invoice: its amount if issued, otherwise the
 * amount received for it. Square sends a scheduled invoice later, so it is not issued yet.
 */
export function billedAmount(invoice: BilledInvoice): Cents {
  const isIssued = invoice.status === "paid" || isUnpaid(invoice);
  return isIssued ? toCents(invoice.amount) : amountReceived(invoice);
}

/**
 * Returns the date on which an invoice is billed, or null if all its dates are unknown. The accounting export selects
 * invoices with the same rule in SQL, and the index `invoices_billing_date_idx` contains it.
 */
export function billingDate({ issued_date, due_date, paid_date }: DatedInvoice): CalendarDate | null {
  return issued_date ?? due_date ?? paid_date;
}

/** Returns the date of `otherPayments`, or null if all the invoice's dates are unknown. */
export function otherPaymentsDate(invoice: DatedInvoice): CalendarDate | null {
  return invoice.paid_date ?? billingDate(invoice);
}

/**
 * Returns the received amount that is not in the list of completed payments, for example because an invoice's payments
 * are unknown. Never negative: payments that exceed the billed amount are the client's credit.
 * @param paid the amounts of the completed payments, excluding tips
 */
export function otherPayments(invoice: InvoiceMoney, paid: readonly Dollars[]): Cents {
  const unlisted = subtractCents(amountReceived(invoice), sumCents(paid.map((amount) => toCents(amount))));
  return cents(Math.max(0, unlisted));
}

/** Amounts of an invoice's completed payments and refunds, excluding tips. */
type RefundedAmounts = {
  billedCents: Cents;
  receivedCents: Cents;
  /** The refunds before the one in question. */
  refundedBeforeCents: Cents;
};

/**
 * Returns the part of a refund that returns what the client paid beyond the billed amount, such as a second payment. The
 * oldest refunds return it first. The firm does not lose revenue with this part, so it is neither credited nor a cost.
 */
export function overpaidShare(
  refund: Cents,
  { billedCents, receivedCents, refundedBeforeCents }: RefundedAmounts,
): Cents {
  const overpaidCents = subtractCents(subtractCents(receivedCents, billedCents), refundedBeforeCents);
  return cents(Math.min(refund, Math.max(0, overpaidCents)));
}
