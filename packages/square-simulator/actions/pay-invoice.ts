import { dateIn } from "../rules/dates.ts";
import { amountDue, isPayable, nextPaymentAmount, remainingAmount } from "../rules/next-payment.ts";
import { chargeProcessingFee } from "../rules/processing-fee.ts";
import type { Change } from "../state/store.ts";
import type { Invoice } from "../wire/invoice.ts";
import type { Payment } from "../wire/payment.ts";
import { createPayment, createTender, touchPayment } from "./create-payment.ts";
import { emitInvoiceEvent, emitOrderEvent, emitPaymentEvent } from "./emit-events.ts";
import { touchInvoice } from "./invoice-lifecycle.ts";
import { deriveInvoiceStatus } from "./invoice-status.ts";
import { touchOrder } from "./orders.ts";
import type { PaymentOptions } from "./payment-options.ts";

export type PayInvoiceOutcome =
  | { ok: true; invoice: Invoice; payment: Payment }
  | { ok: false; problem: string };

const DAY_MS = 86_400_000;

/** Pays an invoice. Updates the payment, order and invoice together, or changes nothing. */
export function payInvoice(change: Change, invoice: Invoice, options: PaymentOptions): PayInvoiceOutcome {
  if (!isPayable(invoice)) {
    return { ok: false, problem: `An invoice with status ${invoice.status} cannot be paid.` };
  }
  const order = change.state.orders[invoice.order_id];
  if (!order) {
    return { ok: false, problem: "The order of this invoice does not exist." };
  }
  const cents = resolveAmount(invoice, options.amount, change.at);
  if (!Number.isSafeInteger(cents) || cents <= 0 || cents > amountDue(invoice)) {
    return { ok: false, problem: "The amount must be more than 0 and at most the amount due." };
  }
  const payment = createPayment(change, invoice, cents, options);
  change.state.payments[payment.id] = payment;
  order.tenders = [...(order.tenders ?? []), createTender(payment)];
  touchOrder(change, order);
  if (payment.status === "PENDING") {
    const arrivesAt = change.at.getTime() + options.bankTransferDays * DAY_MS;
    change.state.bankSettlements[payment.id] = new Date(arrivesAt).toISOString();
    invoice.status = "PAYMENT_PENDING";
    touchInvoice(change, invoice);
    emitPaymentEvent(change, "payment.created", payment);
    emitInvoiceEvent(change, "invoice.updated", invoice);
    return { ok: true, invoice, payment };
  }
  applyPayment(change, invoice, payment);
  emitPaymentEvent(change, "payment.created", { ...payment, status: "APPROVED" });
  touchPayment(change, payment);
  chargeProcessingFee(payment);
  emitPaymentCompletedEvents(change, invoice, payment, options.orderUpdatedEvents);
  return { ok: true, invoice, payment };
}

/** Completes a pending bank transfer. */
export function settleBankPayment(change: Change, payment: Payment, orderUpdatedEvents: boolean): void {
  delete change.state.bankSettlements[payment.id];
  const invoice = Object.values(change.state.invoices).find(({ order_id }) => order_id === payment.order_id);
  const order = change.state.orders[payment.order_id];
  if (!invoice || !order) {
    return;
  }
  payment.status = "COMPLETED";
  touchPayment(change, payment);
  chargeProcessingFee(payment);
  for (const tender of order.tenders ?? []) {
    if (tender.id === payment.id) {
      tender.bank_account_details = { status: "COMPLETED" };
    }
  }
  touchOrder(change, order);
  applyPayment(change, invoice, payment);
  emitPaymentCompletedEvents(change, invoice, payment, orderUpdatedEvents);
}

/** Returns a bank transfer. The invoice becomes due again. */
export function returnBankPayment(change: Change, payment: Payment): void {
  delete change.state.bankSettlements[payment.id];
  const invoice = Object.values(change.state.invoices).find(({ order_id }) => order_id === payment.order_id);
  const order = change.state.orders[payment.order_id];
  payment.status = "FAILED";
  touchPayment(change, payment);
  if (order) {
    order.tenders = (order.tenders ?? []).filter((tender) => tender.id !== payment.id);
    touchOrder(change, order);
  }
  emitPaymentEvent(change, "payment.updated", payment);
  if (!invoice) {
    return;
  }
  invoice.status = deriveInvoiceStatus(change.state, invoice);
  touchInvoice(change, invoice);
  emitInvoiceEvent(change, "invoice.updated", invoice);
}

function resolveAmount(invoice: Invoice, amount: PaymentOptions["amount"], at: Date): number {
  if (amount === "all") {
    return amountDue(invoice);
  }
  if (amount === "next") {
    return nextPaymentAmount(invoice, dateIn(invoice.timezone, at))?.amount ?? 0;
  }
  return amount;
}

/** Allocates the payment to the payment requests in order and updates the status of invoice and order. */
function applyPayment(change: Change, invoice: Invoice, payment: Payment): void {
  let remaining = payment.amount_money.amount;
  for (const request of invoice.payment_requests) {
    const share = Math.min(remaining, remainingAmount(request));
    request.total_completed_amount_money.amount += share;
    remaining -= share;
  }
  const due = amountDue(invoice);
  invoice.status = deriveInvoiceStatus(change.state, invoice);
  touchInvoice(change, invoice);
  const order = change.state.orders[invoice.order_id];
  if (!order) {
    return;
  }
  order.net_amount_due_money.amount = due;
  order.total_tip_money.amount += payment.tip_money?.amount ?? 0;
  if (due > 0) {
    return;
  }
  order.state = "COMPLETED";
  order.closed_at = change.at.toISOString();
}

function emitPaymentCompletedEvents(
  change: Change,
  invoice: Invoice,
  payment: Payment,
  orderUpdatedEvents: boolean,
): void {
  emitPaymentEvent(change, "payment.updated", payment);
  emitInvoiceEvent(change, "invoice.payment_made", invoice);
  emitInvoiceEvent(change, "invoice.updated", invoice);
  const order = change.state.orders[invoice.order_id];
  if (orderUpdatedEvents && order) {
    emitOrderEvent(change, "order.updated", order);
  }
}
