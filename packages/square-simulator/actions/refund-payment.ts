import type { Behavior } from "../options.ts";
import { ids } from "../state/ids.ts";
import type { State } from "../state/state.ts";
import type { Change } from "../state/store.ts";
import type { Payment, PaymentRefund } from "../wire/payment.ts";
import { touchPayment } from "./create-payment.ts";
import { emitInvoiceEvent, emitPaymentEvent, emitRefundEvent } from "./emit-events.ts";
import { touchInvoice } from "./invoice-lifecycle.ts";
import { deriveInvoiceStatus } from "./invoice-status.ts";
import { createRefundOrder } from "./orders.ts";

export type RefundOutcome = { ok: true; refund: PaymentRefund } | { ok: false; problem: string };

export type RefundOptions = {
  reason?: string;
  /** Leaves the refund pending, until `completeRefund` or `failRefund`. */
  isPending?: boolean;
  /** The part of the processing fee that Square returns, in cents. By default, Square keeps the fee. */
  returnedFeeCents?: number;
  refundedStatus?: Behavior["refundedStatus"];
};

type FailRefundOptions = Pick<RefundOptions, "refundedStatus"> & { status?: "FAILED" | "REJECTED" };

/**
 * Refunds a completed payment. The refund gets a separate order. The invoice's order and the completed amounts of its
 * payment requests do not change; only the payment and the invoice's status show the refund.
 */
export function refundPayment(
  change: Change,
  payment: Payment,
  cents: number,
  {
    reason = "Requested by the client",
    isPending = false,
    returnedFeeCents = 0,
    refundedStatus = "amount",
  }: RefundOptions = {},
): RefundOutcome {
  if (payment.status !== "COMPLETED") {
    return { ok: false, problem: "Only a completed payment can be refunded." };
  }
  if (!Number.isSafeInteger(cents) || cents <= 0 || cents > refundableAmount(payment)) {
    return { ok: false, problem: "The refund must be more than 0 and at most the amount not refunded yet." };
  }
  const refund = createRefund(change, payment, cents, reason);
  if (returnedFeeCents > 0) {
    const amount_money = { amount: -returnedFeeCents, currency: payment.total_money.currency };
    refund.processing_fee = [{ type: "INITIAL", amount_money, effective_at: refund.created_at }];
  }
  change.state.refunds[refund.id] = refund;
  payment.refund_ids = [...(payment.refund_ids ?? []), refund.id];
  setRefundedAmount(change, payment);
  emitRefundEvent(change, "refund.created", refund);
  emitPaymentEvent(change, "payment.updated", payment);
  if (!isPending) {
    touchRefund(change, refund, "COMPLETED");
    emitRefundEvent(change, "refund.updated", refund);
  }
  updateInvoiceStatus(change, payment, refundedStatus);
  return { ok: true, refund };
}

/** Completes a pending refund. The invoice changed when the refund was created, so its version stays the same. */
export function completeRefund(change: Change, refund: PaymentRefund): RefundOutcome {
  const payment = change.state.payments[refund.payment_id];
  if (refund.status !== "PENDING" || !payment) {
    return { ok: false, problem: "The refund is not pending." };
  }
  touchRefund(change, refund, "COMPLETED");
  touchPayment(change, payment);
  emitRefundEvent(change, "refund.updated", refund);
  emitPaymentEvent(change, "payment.updated", payment);
  return { ok: true, refund };
}

/** Marks a pending refund as failed or rejected, and updates the payment and the invoice. */
export function failRefund(
  change: Change,
  refund: PaymentRefund,
  { status = "FAILED", refundedStatus = "amount" }: FailRefundOptions = {},
): RefundOutcome {
  const payment = change.state.payments[refund.payment_id];
  if (refund.status !== "PENDING" || !payment) {
    return { ok: false, problem: "The refund is not pending." };
  }
  touchRefund(change, refund, status);
  setRefundedAmount(change, payment);
  emitRefundEvent(change, "refund.updated", refund);
  emitPaymentEvent(change, "payment.updated", payment);
  updateInvoiceStatus(change, payment, refundedStatus);
  return { ok: true, refund };
}

export function refundableAmount(payment: Payment): number {
  return payment.total_money.amount - (payment.refunded_money?.amount ?? 0);
}

function createRefund(change: Change, payment: Payment, cents: number, reason: string): PaymentRefund {
  return {
    id: ids.refund(change.state, payment.id),
    status: "PENDING",
    location_id: payment.location_id,
    destination_type: payment.source_type,
    amount_money: { amount: cents, currency: payment.total_money.currency },
    payment_id: payment.id,
    order_id: createRefundOrder(change, payment, cents).id,
    reason,
    created_at: change.at.toISOString(),
    updated_at: change.at.toISOString(),
  };
}

function touchRefund(change: Change, refund: PaymentRefund, status: PaymentRefund["status"]): void {
  refund.status = status;
  refund.updated_at = new Date(
    Math.max(change.at.getTime(), Date.parse(refund.updated_at) + 1),
  ).toISOString();
}

/** Sums the refunds that are completed or pending. */
function setRefundedAmount(change: Change, payment: Payment): void {
  const amount = listCountedRefunds(change.state, payment).reduce(
    (sum, { amount_money }) => sum + amount_money.amount,
    0,
  );
  delete payment.refunded_money;
  if (amount > 0) {
    payment.refunded_money = { amount, currency: payment.total_money.currency };
  }
  touchPayment(change, payment);
}

function listCountedRefunds(state: State, payment: Payment): PaymentRefund[] {
  return (payment.refund_ids ?? [])
    .flatMap((id) => state.refunds[id] ?? [])
    .filter(({ status }) => status === "COMPLETED" || status === "PENDING");
}

function updateInvoiceStatus(
  change: Change,
  payment: Payment,
  refundedStatus: Behavior["refundedStatus"],
): void {
  const invoice = Object.values(change.state.invoices).find(({ order_id }) => order_id === payment.order_id);
  if (!invoice) {
    return;
  }
  invoice.status = deriveInvoiceStatus(change.state, invoice, refundedStatus);
  touchInvoice(change, invoice);
  if (invoice.status === "REFUNDED" || invoice.status === "PARTIALLY_REFUNDED") {
    emitInvoiceEvent(change, "invoice.refunded", invoice);
  }
  emitInvoiceEvent(change, "invoice.updated", invoice);
}
