import { revokeTokens } from "../actions/authorization.ts";
import type { InvoiceOutcome } from "../actions/change-invoice.ts";
import {
  cancelInvoice,
  failInvoice,
  failScheduledCharge,
  publishInvoice,
} from "../actions/change-invoice.ts";
import type { CustomerFields } from "../actions/customers.ts";
import { mergeCustomers, updateCustomer } from "../actions/customers.ts";
import type { PayInstruction } from "../actions/pay-instruction.ts";
import type { PayOutcome } from "../actions/pay-invoice.ts";
import { payInvoice, returnBankPayment } from "../actions/pay-invoice.ts";
import type { RefundOutcome } from "../actions/refund-payment.ts";
import { refundPayment } from "../actions/refund-payment.ts";
import type { FaultPlan } from "../faults/faults.ts";
import { advanceClock } from "../lifecycle/clock.ts";
import type { Behaviour } from "../options.ts";
import type { Simulation } from "../simulation.ts";
import { payInstruction } from "../simulation.ts";
import type { Delivery, JournalEntry, State } from "../state/state.ts";
import type { Change } from "../state/store.ts";
import type { Dispatcher } from "../webhooks/dispatcher.ts";
import type { EventDraft } from "../webhooks/record-event.ts";
import type { TwistPlan, WebhookTwist, WebhookTwists } from "../webhooks/twists.ts";
import type { Invoice } from "../wire/invoice.ts";
import type { Customer } from "../wire/seller.ts";
import { deliveryControl } from "./deliveries.ts";
import type { OfferedPlan } from "./offered-plans.ts";
import { offeredPlans } from "./offered-plans.ts";

/** What tests, and the demonstration, do to the seller. Unknown ids throw. */
export type SimulatorControl = {
  /** The living state; to be read only. */
  state: () => State;
  now: () => Date;
  /** Moves the virtual clock and waits for everything that becomes due. */
  advanceClock: (milliseconds: number) => Promise<void>;
  /** Back to the seed. */
  reset: () => void;
  behave: (behaviour: Partial<Behaviour>) => void;
  fault: (plan: FaultPlan) => void;
  webhookFault: (plan: Partial<TwistPlan> & { twist: WebhookTwist }) => void;
  clearFaults: () => void;
  pay: (
    invoiceId: string,
    how?: Partial<Pick<PayInstruction, "amount" | "method" | "tipCents">>,
  ) => PayOutcome;
  refund: (paymentId: string, cents?: number, reason?: string) => RefundOutcome;
  cancel: (invoiceId: string) => InvoiceOutcome;
  fail: (invoiceId: string) => InvoiceOutcome;
  publish: (invoiceId: string) => InvoiceOutcome;
  chargeFailed: (invoiceId: string) => void;
  returnTransfer: (paymentId: string) => void;
  merge: (customerIds: [string, ...string[]]) => Customer;
  updateCustomer: (customerId: string, fields: CustomerFields) => Customer;
  /** The seller ends the application's access. */
  disconnect: () => void;
  /** Any change at all, as one commit. */
  change: <T>(work: (change: Change) => T) => T;
  /** The monthly plans with their checkout pages, cheapest first. */
  plans: () => OfferedPlan[];
  journal: () => JournalEntry[];
  deliveries: () => Delivery[];
  /** Sends a notification once more, whatever became of it. */
  replay: (deliveryId: string) => Promise<void>;
  /** Sends what was held back, the newest first when reversed. */
  release: (order?: "as-held" | "reversed") => Promise<void>;
  /** An event of the test's making: an unknown type, another merchant, many at once. */
  emit: (event: EventDraft, times?: number) => void;
  /** Waits until nothing due is left to send. */
  settled: () => Promise<void>;
};

export function simulatorControl(
  simulation: Simulation,
  dispatcher: Dispatcher,
  twists: WebhookTwists,
  reset: () => void,
): SimulatorControl {
  const { store, faults, behaviour, addresses } = simulation;
  const invoiceWith = (id: string): Invoice => known(store.state.invoices[id], id);
  const paymentWith = (id: string) => known(store.state.payments[id], id);
  return {
    state: () => store.state,
    now: store.now,
    advanceClock: (milliseconds) => advanceClock(simulation, dispatcher, milliseconds),
    reset,
    behave: (changes) => void Object.assign(behaviour, changes),
    fault: (plan) => faults.add(plan),
    webhookFault: (plan) => twists.add(plan),
    clearFaults() {
      faults.clear();
      twists.clear();
    },
    pay: (id, how) =>
      store.commit((change) =>
        payInvoice(change, invoiceWith(id), {
          amount: "next",
          method: "card",
          ...payInstruction(simulation),
          ...how,
        }),
      ),
    refund(paymentId, cents, reason = "Requested by the client") {
      const payment = paymentWith(paymentId);
      const left = payment.total_money.amount - (payment.refunded_money?.amount ?? 0);
      return store.commit((change) => refundPayment(change, payment, cents ?? left, reason));
    },
    cancel: (id) => store.commit((change) => cancelInvoice(change, invoiceWith(id))),
    fail: (id) => store.commit((change) => failInvoice(change, invoiceWith(id))),
    publish: (id) => store.commit((change) => publishInvoice(change, invoiceWith(id), addresses.payPage)),
    chargeFailed: (id) => store.commit((change) => failScheduledCharge(change, invoiceWith(id))),
    returnTransfer: (id) => store.commit((change) => returnBankPayment(change, paymentWith(id))),
    updateCustomer: (id, fields) =>
      store.commit((change) => updateCustomer(change, known(store.state.customers[id], id), fields)),
    merge([first, ...others]) {
      const customer = (id: string) => known(store.state.customers[id], id);
      return store.commit((change) => mergeCustomers(change, [customer(first), ...others.map(customer)]));
    },
    disconnect: () =>
      store.commit((change) => {
        const live = Object.values(change.state.tokens).filter((token) => !token.refreshRevoked);
        revokeTokens(change, live, "MERCHANT");
      }),
    change: (work) => store.commit(work),
    plans: () => offeredPlans(store.state),
    journal: () => store.state.journal,
    ...deliveryControl(store, dispatcher),
    emit: (event, times = 1) =>
      store.commit((change) => {
        for (let count = 0; count < times; count += 1) change.emit(event);
      }),
  };
}

function known<T>(record: T | undefined, id: string): T {
  if (record === undefined) throw new Error(`The simulated Square has no record ${id}.`);
  return record;
}
