export function invoiceTitle(invoice: { invoice_number: string }): string {
  return invoice.invoice_number ? `Invoice ${invoice.invoice_number}` : "Invoice (no number)";
}
