import { amountOwed, amountReceived, type InvoiceMoney, type OwedInvoice } from "#domain/invoices/invoice.ts";
import { type ProcessingInvoice, processingNote } from "#domain/invoices/invoice-notes.ts";
import { invoiceTitle } from "#domain/invoices/invoice-title.ts";
import { formatDollars, subtractCents } from "#domain/money/money.ts";

/** Columns that show whether a payment arrived. */
export type PayableInvoice = InvoiceMoney &
  OwedInvoice &
  ProcessingInvoice & { id: string; invoice_number: string };

/**
 * Describes the payments that arrived or started to process between two states of a client's invoices, by invoice id. New
 * invoices are left out.
 */
export function listNewPayments(
  before: readonly PayableInvoice[],
  after: readonly PayableInvoice[],
): ReadonlyMap<string, string> {
  const earlier = new Map(before.map((invoice) => [invoice.id, invoice]));
  return new Map(
    after.flatMap((invoice) => {
      const previous = earlier.get(invoice.id);
      const text = previous && describeNewPayment(previous, invoice);
      return text ? [[invoice.id, text] as const] : [];
    }),
  );
}

function describeNewPayment(before: PayableInvoice, after: PayableInvoice): string | null {
  const received = subtractCents(amountReceived(after), amountReceived(before));
  if (received > 0) {
    const left = amountOwed(after);
    const rest = left > 0 ? `has ${formatDollars(left)} left to pay` : "is paid";
    return `We received your payment of ${formatDollars(received)}. ${invoiceTitle(after)} ${rest}.`;
  }
  const note = after.is_processing && !before.is_processing ? processingNote([after]) : null;
  return note && `${invoiceTitle(after)}: ${note}`;
}
