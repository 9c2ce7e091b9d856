import type { State } from "./state.ts";

/** Rewrites stored payment, receipt and checkout links after the simulator's base URL changed. */
export function rebaseLinks(state: State, newBase: string): void {
  const { base: oldBase } = state;
  if (oldBase === newBase) {
    return;
  }
  const rebase = (url: string) =>
    url.startsWith(`${oldBase}/`) ? `${newBase}${url.slice(oldBase.length)}` : url;
  for (const invoice of Object.values(state.invoices)) {
    if (invoice.public_url) {
      invoice.public_url = rebase(invoice.public_url);
    }
  }
  for (const payment of Object.values(state.payments)) {
    payment.receipt_url = rebase(payment.receipt_url);
  }
  for (const link of Object.values(state.paymentLinks)) {
    link.url = rebase(link.url);
    link.long_url = rebase(link.long_url);
  }
  state.base = newBase;
}
