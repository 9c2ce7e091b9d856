import { type CalendarDate, formatDate } from "#domain/dates/calendar-date.ts";
import { amountOwed, type InvoiceStatus, isOpen, type OwedInvoice } from "#domain/invoices/invoice.ts";
import { type Dollars, formatDollars, sumCents, toCents, ZERO_CENTS } from "#domain/money/money.ts";

/** Note about completed refunds, such as "$20.00 refunded". Null without refunds. */
export function refundedNote(invoice: { refunded_amount: Dollars }): string | null {
  const refundedCents = toCents(invoice.refunded_amount);
  return refundedCents > 0 ? `${formatDollars(refundedCents)} refunded` : null;
}

/** Columns that determine the note about a payment in progress. */
export type ProcessingInvoice = {
  status: InvoiceStatus;
  is_processing: boolean;
  processing_amount: Dollars;
};

/**
 * Note that payments are processing, such as "A payment of $300.00 is processing." Includes the amount if it is known
 * for all of the payments. Null if no payment is processing.
 */
export function processingNote(invoices: readonly ProcessingInvoice[]): string | null {
  const amounts = invoices
    .filter((invoice) => invoice.is_processing && isOpen(invoice.status))
    .map((invoice) => toCents(invoice.processing_amount));
  if (amounts.length === 0) {
    return null;
  }
  const total = amounts.includes(ZERO_CENTS) ? "" : ` of ${formatDollars(sumCents(amounts))}`;
  return amounts.length === 1 ? `A payment${total} is processing.` : `Payments${total} are processing.`;
}

/**
 * The note for a place that already shows that a payment is processing. Null unless the payment is known to be smaller than what is
 * owed.
 */
export function partlyProcessingNote(invoice: ProcessingInvoice & OwedInvoice): string | null {
  const processingCents = toCents(invoice.processing_amount);
  return processingCents > 0 && processingCents < amountOwed(invoice) ? processingNote([invoice]) : null;
}

/** Columns that determine the note about a scheduled invoice. */
export type ScheduledInvoice = {
  is_scheduled: boolean;
  issued_date: CalendarDate | null;
  issued_date_is_estimate: boolean;
};

/** Note that a scheduled invoice is sent later, with the date if it is known. Null for other invoices. */
export function scheduledNote(invoice: ScheduledInvoice): string | null {
  if (!invoice.is_scheduled) {
    return null;
  }
  return invoice.issued_date && !invoice.issued_date_is_estimate
    ? `Will be sent ${formatDate(invoice.issued_date)}.`
    : "Will be sent later.";
}
