import { type InvoiceStatus, isOpen } from "#domain/invoices/invoice.ts";
import type { ScheduleEntry } from "#domain/invoices/payment-schedule.ts";
import { type Cents, cents, sumCents } from "#domain/money/money.ts";
import { type InvoicePayment, refundedShare } from "#server/payments/square/mapping/invoice-payments.ts";

/**
 * Amount of an invoice that counts as paid. A refund does not change Square's completed amounts, and Square
 * does not request the refunded amount again. Open invoices therefore ignore refunds, so that the amount owed equals
 * what Square requests (docs/decisions/018-refunds-do-not-increase-the-balance.md). Closed invoices subtract completed
 * refunds.
 */
export function paidAmount(
  schedule: readonly ScheduleEntry[],
  payments: readonly InvoicePayment[],
  status: InvoiceStatus,
): Cents {
  const completed =
    schedule.length > 0
      ? sumCents(schedule.map((entry) => entry.completedCents))
      : sumCompletedPayments(payments);
  return isOpen(status) ? completed : cents(Math.max(0, completed - refundedAmount(payments)));
}

/** Completed payments on the invoice, excluding tips. */
export function sumCompletedPayments(payments: readonly InvoicePayment[]): Cents {
  return sumCents(payments.filter(({ isCompleted }) => isCompleted).map(({ cents }) => cents));
}

/** Refunded amount, excluding tips. A pending or failed refund does not count. */
function refundedAmount(payments: readonly InvoicePayment[]): Cents {
  return sumCents(payments.map((payment) => refundedShare(payment, ["COMPLETED"])));
}
