import {
  amountOwed,
  amountReceived,
  type InvoiceMoney,
  isOpen,
  type OwedInvoice,
} from "#domain/invoices/invoice.ts";
import type { ProcessingInvoice } from "#domain/invoices/invoice-notes.ts";
import { type Cents, formatDollars, subtractCents, toCents, ZERO_CENTS } from "#domain/money/money.ts";

/** Columns that show whether a payment arrived. */
export type PayableInvoice = InvoiceMoney &
  OwedInvoice &
  ProcessingInvoice & { id: string; invoice_number: string };

/**
 * Describes the payments that arrived or started to process between two versions of a client's invoices, by invoice id. Invoices
 * that are new are omitted.
 */
export function describeNewPayments(
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
  const received = amountNewlyReceived(before, after);
  if (received > 0) {
    return describeReceived(formatDollars(received), after);
  }
  return after.is_processing && !before.is_processing && isOpen(after.status)
    ? describeProcessing(after)
    : null;
}

/** 0 if the invoice was paid before, because its received amount is its total, which can be revised. */
function amountNewlyReceived(before: PayableInvoice, after: PayableInvoice): Cents {
  return before.status === "paid" ? ZERO_CENTS : subtractCents(amountReceived(after), amountReceived(before));
}

function describeReceived(amount: string, invoice: PayableInvoice): string {
  const { invoice_number: number, status } = invoice;
  const owedCents = amountOwed(invoice);
  if (owedCents > 0) {
    const remaining = `${formatDollars(owedCents)} remains on ${number ? `invoice ${number}` : "your invoice"}`;
    return `We received your payment of ${amount}. ${remaining}.`;
  }
  if (status === "paid") {
    return `We received your payment of ${amount}. ${number ? `Invoice ${number}` : "Your invoice"} is paid.`;
  }
  // For example, the invoice was canceled while the payment was processing.
  return `We received your payment of ${amount}${formatPurpose(number)}.`;
}

function describeProcessing({ invoice_number, processing_amount }: PayableInvoice): string {
  const processingCents = toCents(processing_amount);
  const amount = processingCents > 0 ? ` of ${formatDollars(processingCents)}` : "";
  return `Your payment${amount}${formatPurpose(invoice_number)} is processing.`;
}

function formatPurpose(invoiceNumber: string): string {
  return invoiceNumber ? ` for invoice ${invoiceNumber}` : "";
}
