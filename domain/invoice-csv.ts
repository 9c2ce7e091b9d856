import { asCsv, csvDollars } from "#domain/csv.ts";
import { invoiceStatus } from "#domain/invoice.ts";
import { type Dollars, toCents } from "#domain/money.ts";

type ExportedInvoice = {
  invoice_number: string;
  description: string | null;
  issued_date: string | null;
  due_date: string | null;
  amount: Dollars;
  total_paid_amount: Dollars | null;
  status: string;
};

const HEADER = ["Invoice", "Description", "Issued", "Due", "Amount (USD)", "Paid (USD)", "Status"];

/** Invoices as comma-separated values (RFC 4180): dates as stored, amounts in dollars with two decimals. */
export function invoicesAsCsv(invoices: readonly ExportedInvoice[]): string {
  const rows = invoices.map((invoice) => [
    invoice.invoice_number,
    invoice.description ?? "",
    invoice.issued_date ?? "",
    invoice.due_date ?? "",
    csvDollars(toCents(invoice.amount)),
    csvDollars(toCents(invoice.status === "paid" ? invoice.amount : invoice.total_paid_amount)),
    invoiceStatus(invoice.status).label,
  ]);
  return asCsv([HEADER, ...rows]);
}
