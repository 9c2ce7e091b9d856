import type { State } from "./state.ts";

/** After a start under another address, every link leads there: payment pages, receipts and checkouts. */
export function moveBase(state: State, base: string): void {
  const { base: before } = state;
  if (before === base) return;
  const moved = (address: string) =>
    address.startsWith(`${before}/`) ? `${base}${address.slice(before.length)}` : address;
  for (const invoice of Object.values(state.invoices)) {
    if (invoice.public_url) invoice.public_url = moved(invoice.public_url);
  }
  for (const payment of Object.values(state.payments)) payment.receipt_url = moved(payment.receipt_url);
  for (const link of Object.values(state.paymentLinks)) {
    link.url = moved(link.url);
    link.long_url = moved(link.long_url);
  }
  state.base = base;
}
