import { type InvoiceStatuses, isOpen, isUnpaid } from "#domain/invoices/invoice.ts";
import type { ClosedSets } from "#supabase/database.types.ts";

export type PayablePayment = {
  status: ClosedSets["planned_payments.status"];
  invoice_id: string | null;
  invoices: InvoiceStatuses | null;
};

/**
 * - `pay`: the invoice is ready to pay.
 * - `preparing`: the payment is due, and the firm prepares its invoice.
 * - `later`: the payment is not due yet, or Square sends its invoice later.
 */
export type NextPlannedPayment<Payment> = { payment: Payment; step: "pay" | "preparing" | "later" };

/** Returns the next unpaid payment of an accepted proposal, or null if everything is paid. `payments` must be in order. */
export function findNextPlannedPayment<Payment extends PayablePayment>(
  payments: readonly Payment[],
): NextPlannedPayment<Payment> | null {
  const payment = payments.find(({ invoices }) => !invoices || isOpen(invoices.status));
  if (!payment) {
    return null;
  }
  if (payment.invoices) {
    return { payment, step: isUnpaid(payment.invoices) ? "pay" : "later" };
  }
  return { payment, step: payment.status === "waiting" ? "later" : "preparing" };
}
