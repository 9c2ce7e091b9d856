/** What an invoice is called where only words stand: its number, or that it has none yet. */
export function invoiceTitle(invoice: { invoice_number: string }): string {
  return invoice.invoice_number ? `Invoice ${invoice.invoice_number}` : "Invoice without a number";
}
