import type { Square } from "square";
import type { ScheduleEntry } from "#domain/invoices/payment-schedule.ts";
import { sumCents, ZERO_CENTS } from "#domain/money/money.ts";
import {
  type InvoicePayment,
  refundedShare,
  toMilliseconds,
} from "#server/payments/square/mapping/invoice-payments.ts";
import { sumCompletedPayments } from "#server/payments/square/mapping/paid-amount.ts";
import { moneyToCents } from "#server/payments/square/mapping/square-money.ts";

/** Longer than the parts of an invoice can take to become visible at Square after a change. */
const SETTLING_MS = 15 * 60_000;

type InvoiceParts = {
  invoice: Square.Invoice;
  order: Square.Order | undefined;
  payments: readonly InvoicePayment[];
  schedule: readonly ScheduleEntry[];
  now: Date;
};

/**
 * Returns why an invoice, its order, its payments and their refunds cannot describe the same state of the invoice: they were
 * read at different moments, or Square has not updated all of them yet. Null when they agree. When nothing has changed
 * for 15 minutes, a mismatch is not a matter of timing and is accepted.
 */
export function findContradiction(parts: InvoiceParts): string | null {
  if (!changedRecently(parts)) {
    return null;
  }
  const { invoice, order } = parts;
  if (!order) {
    return invoice.orderId ? "the order is missing" : null;
  }
  return amountContradiction(parts, order) ?? refundContradiction(parts);
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

function amountContradiction(
  { invoice, schedule, payments }: InvoiceParts,
  order: Square.Order,
): string | null {
  if (schedule.length === 0 || schedule.some(({ computedCents }) => computedCents === null)) {
    return null;
  }
  const requested = sumCents(schedule.map(({ computedCents }) => computedCents ?? ZERO_CENTS));
  const completed = sumCents(schedule.map(({ completedCents }) => completedCents));
  if (invoice.status === "PAID" && completed < requested) {
    return "the invoice is paid, but its payment requests are not";
  }
  if ((order.tenders ?? []).length === 0) {
    const due = moneyToCents(order.netAmountDueMoney) ?? 0;
    return completed > 0 && due > requested - completed ? "the order lacks a payment" : null;
  }
  return sumCompletedPayments(payments) === completed
    ? null
    : "the payments do not add up to the completed amount";
}

function refundContradiction({ invoice, payments }: InvoiceParts): string | null {
  if (payments.some(({ record }) => record && record.refunds.length < record.refundIds.length)) {
    return "a refund is missing";
  }
  const paid = sumCompletedPayments(payments);
  const sumRefunds = (statuses: Parameters<typeof refundedShare>[1]) =>
    sumCents(payments.map((payment) => refundedShare(payment, statuses)));
  const completed = sumRefunds(["COMPLETED"]);
  // Square does not document whether an invoice's status changes with the pending or with the completed refund.
  const started = sumRefunds(["COMPLETED", "PENDING"]);
  switch (invoice.status) {
    case "PAID":
      return completed > 0 ? "the invoice does not show its refund" : null;
    case "PARTIALLY_REFUNDED":
      return started === 0 || completed >= paid ? "the refunds do not match the status" : null;
    case "REFUNDED":
      return started < paid ? "the refunds do not match the status" : null;
    default:
      return null;
  }
}
