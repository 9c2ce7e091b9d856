import type { ScheduleEntry } from "#domain/invoices/due-dates/payment-schedule.ts";
import { sumCents, ZERO_CENTS } from "#domain/money/money.ts";
import {
  getRefundedShare,
  type InvoicePayment,
  toMilliseconds,
} from "#server/payments/square/mapping/invoice-payments.ts";
import { sumCompletedPayments } from "#server/payments/square/mapping/paid-amount.ts";
import { moneyToCents } from "#server/payments/square/mapping/square-money.ts";
import type * as Square from "#server/payments/square/objects/square-objects.ts";

/** Must exceed the time that Square takes to update all parts of an invoice after a change. */
const SETTLING_MS = 15 * 60_000;

type InvoiceParts = {
  invoice: Square.Invoice;
  order: Square.Order | undefined;
  payments: readonly InvoicePayment[];
  schedule: readonly ScheduleEntry[];
  now: Date;
};

/** `isRecent` means that a part has changed in the last 15 minutes. */
type Contradiction = { reason: string; isRecent: boolean };

/**
 * Returns why an invoice, its order, its payments and their refunds contradict each other, or null if they are
 * consistent. They can contradict each other if they were read at different moments, or if Square has not updated all
 * of them yet. A contradiction that is not recent is accepted if it remains when the invoice is read again, because timing
 * cannot be its cause.
 */
export function findContradiction(parts: InvoiceParts): Contradiction | null {
  const reason = findReason(parts);
  return reason === null ? null : { reason, isRecent: changedRecently(parts) };
}

function findReason(parts: InvoiceParts): string | null {
  const { invoice, order } = parts;
  if (!order) {
    return invoice.orderId ? "the order is missing" : null;
  }
  return findAmountContradiction(parts, order) ?? findRefundContradiction(parts);
}

function changedRecently({ invoice, order, payments, now }: InvoiceParts): boolean {
  const times = [
    toMilliseconds(invoice.updatedAt),
    toMilliseconds(order?.updatedAt),
    ...payments.flatMap(({ record }) =>
      record ? [record.updatedAt, ...record.refunds.map(({ updatedAt }) => updatedAt)] : [],
    ),
  ];
  return Math.max(...times) > now.getTime() - SETTLING_MS;
}

function findAmountContradiction(
  { invoice, schedule, payments }: InvoiceParts,
  order: Square.Order,
): string | null {
  if (schedule.length === 0 || schedule.some(({ computedCents }) => computedCents === null)) {
    return null;
  }
  const requestedTotal = sumCents(schedule.map(({ computedCents }) => computedCents ?? ZERO_CENTS));
  const completedTotal = sumCents(schedule.map(({ completedCents }) => completedCents));
  if (invoice.status === "PAID" && completedTotal < requestedTotal) {
    return "the invoice is paid, but its payment requests are not";
  }
  if ((order.tenders ?? []).length === 0) {
    const dueCents = moneyToCents(order.netAmountDueMoney) ?? 0;
    return completedTotal > 0 && dueCents > requestedTotal - completedTotal
      ? "the order lacks a payment"
      : null;
  }
  return sumCompletedPayments(payments) === completedTotal
    ? null
    : "the payments do not add up to the completed amount";
}

function findRefundContradiction({ invoice, payments }: InvoiceParts): string | null {
  if (payments.some(({ record }) => record && record.refunds.length < record.refundIds.length)) {
    return "a refund is missing";
  }
  const paidTotal = sumCompletedPayments(payments);
  const sumRefunds = (statuses: Parameters<typeof getRefundedShare>[1]) =>
    sumCents(payments.map((payment) => getRefundedShare(payment, statuses)));
  const completedRefunds = sumRefunds(["COMPLETED"]);
  // Square does not document whether a pending refund already changes the invoice's status.
  const startedRefunds = sumRefunds(["COMPLETED", "PENDING"]);
  switch (invoice.status) {
    case "PAID":
    case "PARTIALLY_PAID":
      return completedRefunds > 0 ? "the invoice does not show its refund" : null;
    case "PARTIALLY_REFUNDED":
      // After a partial refund, the firm keeps part of the money, which can be just the tip.
      return startedRefunds === 0 || isEverythingRefunded(payments)
        ? "the refunds do not match the status"
        : null;
    case "REFUNDED":
      return startedRefunds < paidTotal ? "the refunds do not match the status" : null;
    default:
      return null;
  }
}

/** Whether completed refunds include all completed payments with their tips. */
function isEverythingRefunded(payments: readonly InvoicePayment[]): boolean {
  return payments.every(
    ({ isCompleted, cents, record }) =>
      !isCompleted ||
      (record !== undefined &&
        sumCents(
          record.refunds.filter(({ status }) => status === "COMPLETED").map((refund) => refund.cents),
        ) >=
          cents + record.tipCents),
  );
}
