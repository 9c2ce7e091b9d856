import type { InvoiceStatus } from "#domain/invoices/invoice.ts";
import type { ScheduleEntry } from "#domain/invoices/payment-schedule.ts";
import { type InvoicePayment, refundedShare } from "#server/payments/square/mapping/invoice-payments.ts";

/**
 * Amount of an invoice that counts as paid, in cents. A refund does not change Square's completed amounts, and Square
 * does not request the refunded amount again. Open invoices therefore ignore refunds, so that the amount owed equals
 * what Square requests (docs/decisions/018-refunds-do-not-increase-the-balance.md). Closed invoices subtract completed
 * refunds.
 */
export function paidAmount(
  schedule: readonly ScheduleEntry[],
  payments: readonly InvoicePayment[],
  status: InvoiceStatus,
): number {
  const completed =
    schedule.length > 0
      ? schedule.reduce((cents, entry) => cents + entry.completedCents, 0)
      : amountPaid(payments);
  const isOpen = status === "pending" || status === "overdue";
  return isOpen ? completed : Math.max(0, completed - refundedAmount(payments));
}

/** Completed payments on the invoice in cents, excluding tips. */
export function amountPaid(payments: readonly InvoicePayment[]): number {
  return payments.filter(({ isCompleted }) => isCompleted).reduce((sum, { cents }) => sum + cents, 0);
}

/** Refunded cents, excluding tips. A pending or failed refund does not count. */
function refundedAmount(payments: readonly InvoicePayment[]): number {
  return payments.reduce((sum, payment) => sum + refundedShare(payment, ["COMPLETED"]), 0);
}
