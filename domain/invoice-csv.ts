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

/** Without it a spreadsheet takes the text for another encoding than UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF";

/** Invoices as comma-separated values (RFC 4180): dates as stored, amounts in dollars with two decimals. */
export function invoicesAsCsv(invoices: readonly ExportedInvoice[]): string {
  const rows = invoices.map((invoice) => [
    invoice.invoice_number,
    invoice.description ?? "",
    invoice.issued_date ?? "",
    invoice.due_date ?? "",
    dollars(invoice.amount),
    dollars(invoice.status === "paid" ? invoice.amount : invoice.total_paid_amount),
    invoiceStatus(invoice.status).label,
  ]);
  return `${BYTE_ORDER_MARK}${[HEADER, ...rows].map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`;
}

/** A spreadsheet would run a cell that begins like a formula: an apostrophe makes it a text. */
function cell(text: string): string {
  const harmless = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}

function dollars(amount: Dollars | null): string {
  return (toCents(amount) / 100).toFixed(2);
}
