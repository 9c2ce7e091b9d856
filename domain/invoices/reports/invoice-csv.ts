import type { CalendarDate } from "#domain/dates/calendar-date.ts";
import { amountPaid, type BadgedInvoice, formatInvoiceStatus } from "#domain/invoices/invoice.ts";
import { toCents } from "#domain/money/money.ts";
import { formatCsvDollars, toCsv } from "#domain/text/csv.ts";

type ExportedInvoice = BadgedInvoice & {
  invoice_number: string;
  description: string;
  issued_date: CalendarDate | null;
  due_date: CalendarDate | null;
};

const HEADER = [
  "Invoice",
  "Description",
  "Issued",
  "Due",
  "Amount (USD)",
  "Paid (USD)",
  "Refunded (USD)",
  "Status",
];

/**
 * Formats invoices as CSV. Dates are YYYY-MM-DD, and amounts are in dollars with two decimals. The paid amount is net of
 * refunds.
 */
export function invoicesToCsv(invoices: readonly ExportedInvoice[]): string {
  const rows = invoices.map((invoice) => [
    invoice.invoice_number,
    invoice.description,
    invoice.issued_date ?? "",
    invoice.due_date ?? "",
    formatCsvDollars(toCents(invoice.amount)),
    formatCsvDollars(amountPaid(invoice)),
    formatCsvDollars(toCents(invoice.refunded_amount)),
    formatInvoiceStatus(invoice),
  ]);
  return toCsv([HEADER, ...rows]);
}
