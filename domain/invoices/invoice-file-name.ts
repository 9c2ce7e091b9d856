import { sanitizeFileName } from "#domain/documents/document-name.ts";
import { invoiceTitle } from "#domain/invoices/invoice-title.ts";

/** Returns the name of a downloaded invoice, such as "Invoice 000181.pdf". */
export function invoiceFileName(invoice: { invoice_number: string }): string {
  return sanitizeFileName(`${invoiceTitle(invoice).replaceAll(/[\\/]/g, "-")}.pdf`);
}
