import type { Invoice, PaymentRequest } from "../wire/invoice.ts";
import type { Money } from "../wire/money.ts";
import { dateIn } from "./dates.ts";

/** Cents of a request still to be paid. */
export function remainingOf(request: PaymentRequest): number {
  return request.computed_amount_money.amount - request.total_completed_amount_money.amount;
}

/** Cents still to be paid on all requests. */
export function amountDue(invoice: Invoice): number {
  return invoice.payment_requests.reduce((sum, request) => sum + remainingOf(request), 0);
}

const DUE_STATUSES = new Set(["UNPAID", "PARTIALLY_PAID", "PARTIALLY_REFUNDED"]);

/** Whether a buyer can pay now. A bank transfer under way blocks further payments. */
export function isPayable(invoice: Invoice): boolean {
  return (DUE_STATUSES.has(invoice.status) || invoice.status === "SCHEDULED") && amountDue(invoice) > 0;
}

/**
 * What Square asks for next: every overdue request and the first that is not overdue.
 * Null when nothing is due. `today` is YYYY-MM-DD in the invoice's zone.
 */
export function nextPaymentAmount(invoice: Invoice, today: string): Money | null {
  const open = invoice.payment_requests.filter((request) => remainingOf(request) > 0);
  const overdue = open.filter((request) => request.due_date < today);
  const next = open.find((request) => request.due_date >= today);
  const cents = [...overdue, ...(next ? [next] : [])].reduce((sum, request) => sum + remainingOf(request), 0);
  const currency = invoice.payment_requests[0]?.computed_amount_money.currency ?? "USD";
  return cents === 0 ? null : { amount: cents, currency };
}

/** The invoice as Square answers it at this moment: with the next payment, when one is due. */
export function presentInvoice(invoice: Invoice, now: Date): Invoice {
  const next = DUE_STATUSES.has(invoice.status)
    ? nextPaymentAmount(invoice, dateIn(invoice.timezone, now))
    : null;
  return next ? { ...invoice, next_payment_amount_money: next } : { ...invoice };
}
