import type { CalendarDate } from "#domain/dates/calendar-date.ts";
import { amountPaid, type InvoiceStatus, invoiceStatusBadge } from "#domain/invoices/invoice.ts";
import { type Dollars, toCents } from "#domain/money/money.ts";
import { formatCsvDollars, toCsv } from "#domain/text/csv.ts";

type ExportedInvoice = {
  invoice_number: string;
  description: string;
  issued_date: CalendarDate | null;
  due_date: CalendarDate | null;
  amount: Dollars;
  total_paid_amount: Dollars;
  status: InvoiceStatus;
};

const HEADER = ["Invoice", "Description", "Issued", "Due", "Amount (USD)", "Paid (USD)", "Status"];

/** Formats invoices as CSV. Dates are YYYY-MM-DD, and amounts are in dollars with two decimals. */
export function invoicesToCsv(invoices: readonly ExportedInvoice[]): string {
  const rows = invoices.map((invoice) => [
    invoice.invoice_number,
    invoice.description,
    invoice.issued_date ?? "",
    invoice.due_date ?? "",
    formatCsvDollars(toCents(invoice.amount)),
    formatCsvDollars(amountPaid(invoice)),
    invoiceStatusBadge(invoice.status).label,
  ]);
  return toCsv([HEADER, ...rows]);
}
