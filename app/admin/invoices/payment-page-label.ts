/** The accessible name of the link to an invoice's payment page in Square. */
export function paymentPageLabel({ invoice_number: number }: { invoice_number: string }): string {
  return `Payment page for invoice #${number} (opens in a new tab)`;
}
