import { type BadgedInvoice, invoiceBadges, isFullyRefunded } from "#domain/invoices/invoice.ts";

/** Status of a printed invoice with its markers, such as "PAID · Partially refunded". */
export function invoiceStamp(invoice: BadgedInvoice): string {
  const isPaid = invoice.status === "paid" && !isFullyRefunded(invoice);
  const [status, ...markers] = invoiceBadges(invoice).map(({ label }) => label);
  return [isPaid ? "PAID" : status, ...markers].join(" · ");
}
