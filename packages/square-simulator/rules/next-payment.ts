import type { Invoice, PaymentRequest } from "../wire/invoice.ts";
import type { Money } from "../wire/money.ts";
import { dateIn } from "./dates.ts";

/** The unpaid part of a payment request, in cents. */
export function remainingAmount(request: PaymentRequest): number {
  return request.computed_amount_money.amount - request.total_completed_amount_money.amount;
}

/** The unpaid part of all payment requests, in cents. */
export function amountDue(invoice: Invoice): number {
  return invoice.payment_requests.reduce((sum, request) => sum + remainingAmount(request), 0);
}

const DUE_STATUSES = new Set(["UNPAID", "PARTIALLY_PAID", "PARTIALLY_REFUNDED"]);

/** Whether the invoice accepts a payment. A pending bank transfer blocks further payments. */
export function isPayable(invoice: Invoice): boolean {
  return (DUE_STATUSES.has(invoice.status) || invoice.status === "SCHEDULED") && amountDue(invoice) > 0;
}

/**
 * The next payment Square requests: all overdue requests plus the next one that is not overdue. Null if nothing is due.
 *
 * @param today YYYY-MM-DD in the invoice's time zone
 */
export function nextPaymentAmount(invoice: Invoice, today: string): Money | null {
  const unpaid = invoice.payment_requests.filter((request) => remainingAmount(request) > 0);
  const overdue = unpaid.filter((request) => request.due_date < today);
  const next = unpaid.find((request) => request.due_date >= today);
  const cents = [...overdue, ...(next ? [next] : [])].reduce(
    (sum, request) => sum + remainingAmount(request),
    0,
  );
  const currency = invoice.payment_requests[0]?.computed_amount_money.currency ?? "USD";
  return cents === 0 ? null : { amount: cents, currency };
}

/** Converts an invoice to the API's format, which includes the next payment amount if one is due. */
export function serializeInvoice(invoice: Invoice, now: Date): Invoice {
  const next = DUE_STATUSES.has(invoice.status)
    ? nextPaymentAmount(invoice, dateIn(invoice.timezone, now))
    : null;
  return next ? { ...invoice, next_payment_amount_money: next } : { ...invoice };
}
