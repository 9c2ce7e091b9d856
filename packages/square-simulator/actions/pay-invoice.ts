import { dateIn } from "../rules/dates.ts";
import { amountDue, isPayable, nextPaymentAmount, remainingOf } from "../rules/next-payment.ts";
import type { Change } from "../state/store.ts";
import type { Invoice } from "../wire/invoice.ts";
import type { Payment } from "../wire/payment.ts";
import { touchInvoice } from "./change-invoice.ts";
import { emitInvoice, emitOrder, emitPayment } from "./emit.ts";
import { newPayment, tenderOf } from "./new-payment.ts";
import { touchOrder } from "./open-order.ts";
import type { PayInstruction } from "./pay-instruction.ts";
import { statusByMoney } from "./status-by-money.ts";

export type PayOutcome = { ok: true; invoice: Invoice; payment: Payment } | { ok: false; problem: string };

const DAY_MS = 86_400_000;

/** Pays an invoice: payment, tender and invoice change together, or not at all. */
export function payInvoice(change: Change, invoice: Invoice, instruction: PayInstruction): PayOutcome {
  if (!isPayable(invoice)) {
    return { ok: false, problem: `An invoice with status ${invoice.status} cannot be paid.` };
  }
  const order = change.state.orders[invoice.order_id];
  if (!order) return { ok: false, problem: "The order of this invoice does not exist." };
  const cents = centsToPay(invoice, instruction.amount, change.at);
  if (!Number.isSafeInteger(cents) || cents <= 0 || cents > amountDue(invoice)) {
    return { ok: false, problem: "The amount must be more than 0 and at most what is due." };
  }
  const payment = newPayment(change, invoice, cents, instruction);
  change.state.payments[payment.id] = payment;
  order.tenders = [...(order.tenders ?? []), tenderOf(payment)];
  touchOrder(change, order);
  if (payment.status === "PENDING") {
    const arrival = change.at.getTime() + instruction.bankTransferDays * DAY_MS;
    change.state.bankSettlements[payment.id] = new Date(arrival).toISOString();
    invoice.status = "PAYMENT_PENDING";
    touchInvoice(change, invoice);
    emitPayment(change, "payment.created", payment);
    emitInvoice(change, "invoice.updated", invoice);
    return { ok: true, invoice, payment };
  }
  completePayment(change, invoice, payment);
  emitPayment(change, "payment.created", { ...payment, status: "APPROVED" });
  emitCompletion(change, invoice, payment, instruction.orderUpdatedEvents);
  return { ok: true, invoice, payment };
}

/** A bank transfer arrives: what was pending is now paid. */
export function settleBankPayment(change: Change, payment: Payment, orderUpdatedEvents: boolean): void {
  delete change.state.bankSettlements[payment.id];
  const invoice = Object.values(change.state.invoices).find((each) => each.order_id === payment.order_id);
  const order = change.state.orders[payment.order_id];
  if (!invoice || !order) return;
  payment.status = "COMPLETED";
  payment.updated_at = change.at.toISOString();
  for (const tender of order.tenders ?? []) {
    if (tender.id === payment.id) tender.bank_account_details = { status: "COMPLETED" };
  }
  touchOrder(change, order);
  completePayment(change, invoice, payment);
  emitCompletion(change, invoice, payment, orderUpdatedEvents);
}

/** A bank transfer is returned: the invoice is due again. */
export function returnBankPayment(change: Change, payment: Payment): void {
  delete change.state.bankSettlements[payment.id];
  const invoice = Object.values(change.state.invoices).find((each) => each.order_id === payment.order_id);
  const order = change.state.orders[payment.order_id];
  payment.status = "FAILED";
  payment.updated_at = change.at.toISOString();
  if (order) {
    order.tenders = (order.tenders ?? []).filter((tender) => tender.id !== payment.id);
    touchOrder(change, order);
  }
  emitPayment(change, "payment.updated", payment);
  if (!invoice) return;
  invoice.status = statusByMoney(change.state, invoice);
  touchInvoice(change, invoice);
  emitInvoice(change, "invoice.updated", invoice);
}

function centsToPay(invoice: Invoice, amount: PayInstruction["amount"], at: Date): number {
  if (amount === "all") return amountDue(invoice);
  if (amount === "next") return nextPaymentAmount(invoice, dateIn(invoice.timezone, at))?.amount ?? 0;
  return amount;
}

/** Gives the money to the requests in their order, and the invoice the status that follows. */
function completePayment(change: Change, invoice: Invoice, payment: Payment): void {
  let left = payment.amount_money.amount;
  for (const request of invoice.payment_requests) {
    const share = Math.min(left, remainingOf(request));
    request.total_completed_amount_money.amount += share;
    left -= share;
  }
  const due = amountDue(invoice);
  invoice.status = statusByMoney(change.state, invoice);
  touchInvoice(change, invoice);
  const order = change.state.orders[invoice.order_id];
  if (!order) return;
  order.net_amount_due_money.amount = due;
  order.total_tip_money.amount += payment.tip_money?.amount ?? 0;
  if (due > 0) return;
  order.state = "COMPLETED";
  order.closed_at = change.at.toISOString();
}

function emitCompletion(
  change: Change,
  invoice: Invoice,
  payment: Payment,
  orderUpdatedEvents: boolean,
): void {
  emitPayment(change, "payment.updated", payment);
  emitInvoice(change, "invoice.payment_made", invoice);
  emitInvoice(change, "invoice.updated", invoice);
  const order = change.state.orders[invoice.order_id];
  if (orderUpdatedEvents && order) emitOrder(change, "order.updated", order);
}
