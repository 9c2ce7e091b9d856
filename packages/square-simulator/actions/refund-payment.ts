import { ids } from "../state/ids.ts";
import type { Change } from "../state/store.ts";
import type { Payment, PaymentRefund } from "../wire/payment.ts";
import { touchInvoice } from "./change-invoice.ts";
import { emitInvoice, emitPayment, emitRefund } from "./emit.ts";
import { touchOrder } from "./open-order.ts";
import { statusByMoney } from "./status-by-money.ts";

export type RefundOutcome = { ok: true; refund: PaymentRefund } | { ok: false; problem: string };

/**
 * Gives money back. The completed amounts of the invoice's requests stay as they were;
 * only status, payment and order tell of the refund.
 */
export function refundPayment(
  change: Change,
  payment: Payment,
  cents: number,
  reason: string,
): RefundOutcome {
  const refunded = payment.refunded_money?.amount ?? 0;
  if (payment.status !== "COMPLETED")
    return { ok: false, problem: "Only a completed payment can be refunded." };
  if (!Number.isSafeInteger(cents) || cents <= 0 || cents > payment.total_money.amount - refunded) {
    return { ok: false, problem: "The refund must be more than 0 and at most what is left of the payment." };
  }
  const refund = newRefund(change, payment, cents, reason);
  change.state.refunds[refund.id] = refund;
  payment.refunded_money = { amount: refunded + cents, currency: payment.total_money.currency };
  payment.refund_ids = [...(payment.refund_ids ?? []), refund.id];
  payment.updated_at = change.at.toISOString();
  recordOnOrder(change, refund);
  emitRefund(change, "refund.created", refund);
  emitPayment(change, "payment.updated", payment);
  const invoice = Object.values(change.state.invoices).find((each) => each.order_id === payment.order_id);
  if (invoice) {
    invoice.status = statusByMoney(change.state, invoice);
    touchInvoice(change, invoice);
    emitInvoice(change, "invoice.refunded", invoice);
    emitInvoice(change, "invoice.updated", invoice);
  }
  return { ok: true, refund };
}

function newRefund(change: Change, payment: Payment, cents: number, reason: string): PaymentRefund {
  return {
    id: ids.refund(change.state, payment.id),
    status: "COMPLETED",
    location_id: payment.location_id,
    destination_type: payment.source_type,
    amount_money: { amount: cents, currency: payment.total_money.currency },
    payment_id: payment.id,
    order_id: payment.order_id,
    reason,
    created_at: change.at.toISOString(),
    updated_at: change.at.toISOString(),
  };
}

function recordOnOrder(change: Change, refund: PaymentRefund): void {
  const order = change.state.orders[refund.order_id];
  if (!order) return;
  order.refunds = [
    ...(order.refunds ?? []),
    {
      id: refund.id,
      location_id: refund.location_id,
      transaction_id: refund.order_id,
      tender_id: refund.payment_id,
      created_at: refund.created_at,
      reason: refund.reason,
      amount_money: { ...refund.amount_money },
      status: "APPROVED",
    },
  ];
  touchOrder(change, order);
}
