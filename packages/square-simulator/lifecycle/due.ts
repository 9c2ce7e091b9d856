import { sendScheduledInvoice } from "../actions/invoice-lifecycle.ts";
import { settleBankPayment } from "../actions/pay-invoice.ts";
import type { Simulation } from "../simulation.ts";
import type { State } from "../state/state.ts";
import { billSubscriptions } from "./bill-subscriptions.ts";

/**
 * Runs work that is due by the virtual clock: settles bank transfers, sends scheduled invoices, bills subscriptions.
 */
export function runDue(simulation: Simulation): void {
  const { store, behavior } = simulation;
  const now = store.now().toISOString();
  for (const [paymentId, arrival] of Object.entries(store.state.bankSettlements)) {
    const payment = store.state.payments[paymentId];
    if (!payment || arrival > now) {
      continue;
    }
    store.commit((change) => settleBankPayment(change, payment, behavior.orderUpdatedEvents));
  }
  for (const invoice of Object.values(store.state.invoices)) {
    if (invoice.status !== "SCHEDULED" || (invoice.scheduled_at ?? "") > now) {
      continue;
    }
    store.commit((change) => sendScheduledInvoice(change, invoice));
  }
  billSubscriptions(simulation);
}

/** The next due time, or null. Every full hour is one, because subscriptions change at midnight in their time zones. */
export function nextDueTime(state: State, now: Date): Date | null {
  const times = Object.values(state.bankSettlements);
  for (const invoice of Object.values(state.invoices)) {
    if (invoice.status === "SCHEDULED" && invoice.scheduled_at) {
      times.push(invoice.scheduled_at);
    }
  }
  const hasSubscriptions = Object.values(state.subscriptions).some(({ status }) => status !== "CANCELED");
  if (hasSubscriptions) {
    times.push(new Date((Math.floor(now.getTime() / 3_600_000) + 1) * 3_600_000).toISOString());
  }
  times.sort();
  const first = times[0];
  return first === undefined ? null : new Date(first);
}
