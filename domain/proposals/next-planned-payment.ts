import type { InvoiceStatus } from "#domain/invoices/invoice.ts";
import type { ClosedSets } from "#supabase/database.types.ts";

export type PayablePayment = {
  status: ClosedSets["planned_payments.status"];
  invoice_id: string | null;
  invoices: { status: InvoiceStatus } | null;
};

/**
 * - `pay`: the invoice is ready to pay.
 * - `preparing`: the payment is due, and the firm prepares its invoice.
 * - `later`: the payment is not due yet.
 */
export type NextPlannedPayment<Payment> = { payment: Payment; step: "pay" | "preparing" | "later" };

/** Returns the next unpaid payment of an accepted proposal, or null if everything is paid. `payments` must be in order. */
export function findNextPlannedPayment<Payment extends PayablePayment>(
  payments: readonly Payment[],
): NextPlannedPayment<Payment> | null {
  const payment = payments.find(({ invoices }) => !invoices || isToBePaid(invoices));
  if (!payment) {
    return null;
  }
  if (payment.invoices) {
    return { payment, step: "pay" };
  }
  return { payment, step: payment.status === "waiting" ? "later" : "preparing" };
}

function isToBePaid({ status }: { status: InvoiceStatus }): boolean {
  return status === "pending" || status === "overdue";
}
