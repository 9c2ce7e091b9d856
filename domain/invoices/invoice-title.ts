/** Name of an invoice in a sentence, such as "Invoice 000123". */
export function invoiceTitle(invoice: { invoice_number: string }): string {
  return invoice.invoice_number ? `Invoice ${invoice.invoice_number}` : "Invoice (no number)";
}

/** Name of an invoice in a list: its number with a leading "#", or a placeholder if it has none. */
export function invoiceLabel(invoice: { invoice_number: string }): string {
  return invoice.invoice_number ? `#${invoice.invoice_number.replace(/^#/, "")}` : "Invoice (no number)";
}
