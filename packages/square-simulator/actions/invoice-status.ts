import type { Behavior } from "../options.ts";
import { amountDue } from "../rules/next-payment.ts";
import type { State } from "../state/state.ts";
import type { Invoice, InvoiceStatus } from "../wire/invoice.ts";
import type { Payment } from "../wire/payment.ts";

/**
 * Derives the status of a published invoice from its payments and refunds. Canceled and failed invoices keep their
 * status. While a bank transfer is pending, the invoice stays `PAYMENT_PENDING`.
 */
export function deriveInvoiceStatus(
  state: State,
  invoice: Invoice,
  refundedStatus: Behavior["refundedStatus"] = "amount",
): InvoiceStatus {
  if (invoice.status === "CANCELED" || invoice.status === "FAILED") {
    return invoice.status;
  }
  const tenders = state.orders[invoice.order_id]?.tenders ?? [];
  const payments = tenders.flatMap(({ id }) => state.payments[id] ?? []);
  if (payments.some((payment) => payment.status === "PENDING")) {
    return "PAYMENT_PENDING";
  }
  const completed = payments.filter((payment) => payment.status === "COMPLETED");
  if (completed.some(({ refunded_money }) => refunded_money !== undefined)) {
    const isRefunded = completed.every((payment) => isFullyRefunded(payment, refundedStatus));
    return isRefunded ? "REFUNDED" : "PARTIALLY_REFUNDED";
  }
  if (amountDue(invoice) === 0) {
    return "PAID";
  }
  return completed.length > 0 ? "PARTIALLY_PAID" : "UNPAID";
}

/** A refund first reduces the invoice share. The rest refunds the tip. */
function isFullyRefunded(
  { refunded_money, amount_money, total_money }: Payment,
  refundedStatus: Behavior["refundedStatus"],
): boolean {
  const { amount } = refundedStatus === "amount" ? amount_money : total_money;
  return (refunded_money?.amount ?? 0) >= amount;
}
