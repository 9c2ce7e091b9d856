import { sendScheduledInvoice } from "../actions/change-invoice.ts";
import { settleBankPayment } from "../actions/pay-invoice.ts";
import type { Simulation } from "../simulation.ts";
import type { State } from "../state/state.ts";
import { billSubscriptions } from "./bill-subscriptions.ts";

/** Does what has become due by the virtual clock: transfers arrive, scheduled invoices go out, periods are billed. */
export function runDue(simulation: Simulation): void {
  const { store, behaviour } = simulation;
  const now = store.now().toISOString();
  for (const [paymentId, arrival] of Object.entries(store.state.bankSettlements)) {
    const payment = store.state.payments[paymentId];
    if (!payment || arrival > now) continue;
    store.commit((change) => settleBankPayment(change, payment, behaviour.orderUpdatedEvents));
  }
  for (const invoice of Object.values(store.state.invoices)) {
    if (invoice.status !== "SCHEDULED" || (invoice.scheduled_at ?? "") > now) continue;
    store.commit((change) => sendScheduledInvoice(change, invoice));
  }
  billSubscriptions(simulation);
}

/** When something becomes due next, or null. Subscriptions change at midnight in their zones, so every full hour counts. */
export function nextDueAt(state: State, now: Date): Date | null {
  const times = Object.values(state.bankSettlements);
  for (const invoice of Object.values(state.invoices)) {
    if (invoice.status === "SCHEDULED" && invoice.scheduled_at) times.push(invoice.scheduled_at);
  }
  const hasSubscriptions = Object.values(state.subscriptions).some(({ status }) => status !== "CANCELED");
  if (hasSubscriptions)
    times.push(new Date((Math.floor(now.getTime() / 3_600_000) + 1) * 3_600_000).toISOString());
  times.sort();
  const first = times[0];
  return first === undefined ? null : new Date(first);
}
