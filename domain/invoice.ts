import { type Dollars, formatDollars, toCents } from "#domain/money.ts";
import { paymentLink } from "#domain/payment-link.ts";
import { type StatusFacts, statusFacts } from "#domain/tone.ts";

export type InvoiceStatus = "paid" | "pending" | "overdue" | "cancelled";

/** What the money rules read of an invoice: dollars, as the columns hold them. */
export type InvoiceMoney = { status: string; amount: Dollars; total_paid_amount: Dollars | null };

const INVOICE_STATUSES = {
  paid: { label: "Paid", tone: "positive" },
  pending: { label: "Pending", tone: "warning" },
  overdue: { label: "Overdue", tone: "negative" },
  cancelled: { label: "Cancelled", tone: "neutral" },
} satisfies Record<InvoiceStatus, StatusFacts>;

/** Label and tone of a stored invoice status; unknown ones neutral. */
export function invoiceStatus(stored: string): StatusFacts {
  return statusFacts(INVOICE_STATUSES, stored);
}

/** Pending and overdue invoices are still to be paid (specification section 9). */
export function isUnpaid(invoice: { status: string }): boolean {
  return invoice.status === "pending" || invoice.status === "overdue";
}

/** What is left to pay of one invoice, in cents: nothing unless pending or overdue, never below zero. */
export function amountDue(invoice: InvoiceMoney): number {
  if (!isUnpaid(invoice)) return 0;
  return Math.max(0, toCents(invoice.amount) - toCents(invoice.total_paid_amount));
}

/**
 * Balance due in cents: what is left of all pending and overdue invoices (decisions, reading 3). The same rule
 * gives the portal's banner, the administrator's Balance column and Outstanding Revenue.
 */
export function balanceDue(invoices: readonly InvoiceMoney[]): number {
  return invoices.reduce((sum, invoice) => sum + amountDue(invoice), 0);
}

export function pendingCount(invoices: readonly { status: string }[]): number {
  return invoices.filter((invoice) => invoice.status === "pending").length;
}

export function overdueCount(invoices: readonly { status: string }[]): number {
  return invoices.filter((invoice) => invoice.status === "overdue").length;
}

/** The line beneath a balance in which something is part-paid, "$1,200.00 billed, $300.00 paid"; else null. */
export function partPaidNote(invoices: readonly InvoiceMoney[]): string | null {
  const unpaid = invoices.filter(isUnpaid);
  const paid = unpaid.reduce((sum, invoice) => sum + toCents(invoice.total_paid_amount), 0);
  if (paid === 0) return null;
  const billed = unpaid.reduce((sum, invoice) => sum + toCents(invoice.amount), 0);
  return `${formatDollars(billed)} billed, ${formatDollars(paid)} paid`;
}

export type InvoicePayAction =
  | { kind: "pay" | "view" | "receipt"; address: string }
  | { kind: "none"; address: null };

/**
 * What an invoice's payment link is for: paying while something is due, the receipt once paid, else viewing.
 * None without a link, or with one no browser should open.
 */
export function invoicePayAction(
  invoice: InvoiceMoney & { square_payment_url: string | null },
): InvoicePayAction {
  const address = paymentLink(invoice.square_payment_url);
  if (!address) return { kind: "none", address: null };
  if (amountDue(invoice) > 0) return { kind: "pay", address };
  return { kind: invoice.status === "paid" ? "receipt" : "view", address };
}
