import type { ScheduleEntry } from "#domain/invoices/due-dates/payment-schedule.ts";
import { type InvoiceStatus, isOpen } from "#domain/invoices/invoice.ts";
import { type Cents, cents, subtractCents, sumCents } from "#domain/money/money.ts";
import { getRefundedShare, type InvoicePayment } from "#server/payments/square/mapping/invoice-payments.ts";

/**
 * Returns the paid amount of an invoice. A refund does not change Square's completed amounts, and Square does not
 * request the refunded amount again. Refunds of open invoices are therefore ignored, so that the amount owed equals
 * what Square requests (docs/decisions/018-refunds-do-not-increase-the-balance.md). Completed refunds of closed
 * invoices are subtracted.
 */
export function getPaidAmount(
  schedule: readonly ScheduleEntry[],
  payments: readonly InvoicePayment[],
  { status, refundedCents }: { status: InvoiceStatus; refundedCents: Cents },
): Cents {
  const completed = sumCompletedAmounts(schedule, payments);
  return isOpen(status) ? completed : cents(Math.max(0, completed - refundedCents));
}

/**
 * Returns the refunded part of the invoice's amount. Pending and failed refunds, refunds of tips, and refunds of what the
 * client paid beyond the amount do not count. If Square does not return all payments of a refunded invoice, such as those
 * from before its Payments API, the completed amount was refunded.
 */
export function getRefundedAmount(
  schedule: readonly ScheduleEntry[],
  payments: readonly InvoicePayment[],
  { squareStatus, amountCents }: { squareStatus: string | null | undefined; amountCents: Cents },
): Cents {
  const isUnknown = payments.length === 0 || payments.some(({ record }) => record === undefined);
  if (squareStatus === "REFUNDED" && isUnknown) {
    return sumCompletedAmounts(schedule, payments);
  }
  const overpaidCents = Math.max(0, sumCompletedPayments(payments) - amountCents);
  return cents(Math.max(0, sumCompletedRefunds(payments) - overpaidCents));
}

function sumCompletedAmounts(schedule: readonly ScheduleEntry[], payments: readonly InvoicePayment[]): Cents {
  return schedule.length > 0
    ? sumCents(schedule.map((entry) => entry.completedCents))
    : sumCompletedPayments(payments);
}

/** Sums the completed payments, excluding tips. */
export function sumCompletedPayments(payments: readonly InvoicePayment[]): Cents {
  return sumCents(payments.filter(({ isCompleted }) => isCompleted).map(({ cents }) => cents));
}

function sumCompletedRefunds(payments: readonly InvoicePayment[]): Cents {
  return sumCents(payments.map((payment) => getRefundedShare(payment, ["COMPLETED"])));
}

/** Returns the amount of the refunds that Square has not completed yet, excluding tips. */
export function sumPendingRefunds(payments: readonly InvoicePayment[]): Cents {
  const startedCents = sumCents(
    payments.map((payment) => getRefundedShare(payment, ["COMPLETED", "PENDING"])),
  );
  return subtractCents(startedCents, sumCompletedRefunds(payments));
}
