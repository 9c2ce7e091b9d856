import { amountDue } from "../rules/next-payment.ts";
import type { State } from "../state/state.ts";
import type { Invoice, InvoiceStatus } from "../wire/invoice.ts";

/**
 * Derives the status of a published invoice from its payments and refunds. Canceled and failed invoices keep their
 * status. While a bank transfer is pending, the invoice stays `PAYMENT_PENDING`.
 */
export function deriveInvoiceStatus(state: State, invoice: Invoice): InvoiceStatus {
  if (invoice.status === "CANCELED" || invoice.status === "FAILED") {
    return invoice.status;
  }
  const tenders = state.orders[invoice.order_id]?.tenders ?? [];
  const payments = tenders.flatMap(({ id }) => state.payments[id] ?? []);
  if (payments.some((payment) => payment.status === "PENDING")) {
    return "PAYMENT_PENDING";
  }
  const completed = payments.filter((payment) => payment.status === "COMPLETED");
  const paid = completed.reduce((sum, payment) => sum + payment.amount_money.amount, 0);
  // Tips are not part of the invoice: a refund first reduces the invoice share, and the rest counts as tip.
  const refunded = completed.reduce(
    (sum, { refunded_money, amount_money }) =>
      sum + Math.min(refunded_money?.amount ?? 0, amount_money.amount),
    0,
  );
  if (refunded > 0) {
    return refunded >= paid ? "REFUNDED" : "PARTIALLY_REFUNDED";
  }
  if (amountDue(invoice) === 0) {
    return "PAID";
  }
  return paid > 0 ? "PARTIALLY_PAID" : "UNPAID";
}
