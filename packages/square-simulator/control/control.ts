import { revokeTokens } from "../actions/authorization.ts";
import type { CustomerFields } from "../actions/customers.ts";
import { mergeCustomers, updateCustomer } from "../actions/customers.ts";
import type { InvoiceOutcome } from "../actions/invoice-lifecycle.ts";
import {
  cancelInvoice,
  failInvoice,
  publishInvoice,
  recordFailedCharge,
} from "../actions/invoice-lifecycle.ts";
import type { PayInvoiceOutcome } from "../actions/pay-invoice.ts";
import { payInvoice, returnBankPayment } from "../actions/pay-invoice.ts";
import type { PaymentOptions } from "../actions/payment-options.ts";
import type { RefundOptions, RefundOutcome } from "../actions/refund-payment.ts";
import { completeRefund, failRefund, refundableAmount, refundPayment } from "../actions/refund-payment.ts";
import type { PlannedFault } from "../faults/faults.ts";
import { advanceClock } from "../lifecycle/clock.ts";
import type { Behavior } from "../options.ts";
import type { Simulation } from "../simulation.ts";
import { getPaymentDefaults } from "../simulation.ts";
import type { Delivery, JournalEntry, State } from "../state/state.ts";
import type { Change } from "../state/store.ts";
import type { Dispatcher } from "../webhooks/dispatcher.ts";
import type { EventDraft } from "../webhooks/record-event.ts";
import type { PlannedWebhookFault, WebhookFault, WebhookFaultQueue } from "../webhooks/webhook-faults.ts";
import type { Invoice } from "../wire/invoice.ts";
import type { Customer } from "../wire/seller.ts";
import { createDeliveryControl } from "./delivery-control.ts";
import type { OfferedPlan } from "./offered-plans.ts";
import { listOfferedPlans } from "./offered-plans.ts";

/** Operations for tests and the demo. Each throws for an unknown id. */
export type SimulatorControl = {
  /** The live state. Treat it as read-only and use `change` to modify it. */
  state: () => State;
  now: () => Date;
  /** Moves the virtual clock forward and waits until all work that became due is done. */
  advanceClock: (milliseconds: number) => Promise<void>;
  /** Restores the seeded state. */
  reset: () => void;
  setBehavior: (behavior: Partial<Behavior>) => void;
  addFault: (plan: PlannedFault) => void;
  addWebhookFault: (plan: Partial<PlannedWebhookFault> & { fault: WebhookFault }) => void;
  clearFaults: () => void;
  pay: (
    invoiceId: string,
    options?: Partial<Pick<PaymentOptions, "amount" | "method" | "tipCents">>,
  ) => PayInvoiceOutcome;
  /** Refunds `cents`, or the remaining amount. */
  refund: (paymentId: string, cents?: number, options?: RefundOptions) => RefundOutcome;
  completeRefund: (refundId: string) => RefundOutcome;
  failRefund: (refundId: string, status?: "FAILED" | "REJECTED") => RefundOutcome;
  cancel: (invoiceId: string) => InvoiceOutcome;
  fail: (invoiceId: string) => InvoiceOutcome;
  publish: (invoiceId: string) => InvoiceOutcome;
  failCharge: (invoiceId: string) => void;
  returnTransfer: (paymentId: string) => void;
  mergeCustomers: (customerIds: [string, ...string[]]) => Customer;
  updateCustomer: (customerId: string, fields: CustomerFields) => Customer;
  /** Revokes the application's access, as the seller can in the Square Dashboard. */
  disconnect: () => void;
  /** Applies a custom change as one commit. */
  change: <T>(work: (change: Change) => T) => T;
  /** The monthly plans with their checkout URLs, cheapest first. */
  plans: () => OfferedPlan[];
  journal: () => JournalEntry[];
  deliveries: () => Delivery[];
  /** Sends a webhook again, regardless of its status. */
  replay: (deliveryId: string) => Promise<void>;
  /** Sends the held webhooks, oldest first or, if reversed, newest first. */
  releaseHeld: (order?: "as-held" | "reversed") => Promise<void>;
  /** Emits a custom event, such as an unknown type or one of another merchant. */
  emit: (event: EventDraft, times?: number) => void;
  /** Waits until all due webhooks are sent. */
  settled: () => Promise<void>;
};

export function createControl(
  simulation: Simulation,
  dispatcher: Dispatcher,
  webhookFaults: WebhookFaultQueue,
  reset: () => void,
): SimulatorControl {
  const { store, faultQueue, behavior, urls } = simulation;
  const findInvoice = (id: string): Invoice => requireRecord(store.state.invoices[id], id);
  const findPayment = (id: string) => requireRecord(store.state.payments[id], id);
  const findRefund = (id: string) => requireRecord(store.state.refunds[id], id);
  return {
    state: () => store.state,
    now: store.now,
    advanceClock: (milliseconds) => advanceClock(simulation, dispatcher, milliseconds),
    reset,
    setBehavior: (changes) => void Object.assign(behavior, changes),
    addFault: (plan) => faultQueue.add(plan),
    addWebhookFault: (plan) => webhookFaults.add(plan),
    clearFaults() {
      faultQueue.clear();
      webhookFaults.clear();
    },
    pay: (id, options) =>
      store.commit((change) =>
        payInvoice(change, findInvoice(id), {
          amount: "next",
          method: "card",
          ...getPaymentDefaults(simulation),
          ...options,
        }),
      ),
    refund(paymentId, cents, options) {
      const payment = findPayment(paymentId);
      return store.commit((change) =>
        refundPayment(change, payment, cents ?? refundableAmount(payment), {
          refundedStatus: behavior.refundedStatus,
          ...options,
        }),
      );
    },
    completeRefund: (id) => store.commit((change) => completeRefund(change, findRefund(id))),
    failRefund: (id, status = "FAILED") =>
      store.commit((change) =>
        failRefund(change, findRefund(id), { status, refundedStatus: behavior.refundedStatus }),
      ),
    cancel: (id) => store.commit((change) => cancelInvoice(change, findInvoice(id))),
    fail: (id) => store.commit((change) => failInvoice(change, findInvoice(id))),
    publish: (id) => store.commit((change) => publishInvoice(change, findInvoice(id), urls.payPage)),
    failCharge: (id) => store.commit((change) => recordFailedCharge(change, findInvoice(id))),
    returnTransfer: (id) => store.commit((change) => returnBankPayment(change, findPayment(id))),
    updateCustomer: (id, fields) =>
      store.commit((change) => updateCustomer(change, requireRecord(store.state.customers[id], id), fields)),
    mergeCustomers([first, ...others]) {
      const findCustomer = (id: string) => requireRecord(store.state.customers[id], id);
      return store.commit((change) =>
        mergeCustomers(change, [findCustomer(first), ...others.map(findCustomer)]),
      );
    },
    disconnect: () =>
      store.commit((change) => {
        const activeTokens = Object.values(change.state.tokens).filter((token) => !token.refreshRevoked);
        revokeTokens(change, activeTokens, "MERCHANT");
      }),
    change: (work) => store.commit(work),
    plans: () => listOfferedPlans(store.state),
    journal: () => store.state.journal,
    ...createDeliveryControl(store, dispatcher),
    emit: (event, times = 1) =>
      store.commit((change) => {
        for (let count = 0; count < times; count += 1) {
          change.emit(event);
        }
      }),
  };
}

function requireRecord<T>(record: T | undefined, id: string): T {
  if (record === undefined) {
    throw new Error(`The Square simulator has no record with id ${id}.`);
  }
  return record;
}
