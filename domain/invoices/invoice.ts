import { safePaymentUrl } from "#domain/invoices/payment-link.ts";
import { type Dollars, formatDollars, toCents } from "#domain/money/money.ts";
import { listKeys, type StatusBadge, statusBadge } from "#domain/status.ts";
import type { Tables } from "#supabase/database.types.ts";

export type InvoiceStatus = Tables<"invoices">["status"];

/** Columns used by the money rules. Amounts are in dollars. */
export type InvoiceMoney = { status: InvoiceStatus; amount: Dollars; total_paid_amount: Dollars };

const INVOICE_STATUS_BADGES = {
  pending: { label: "Pending", tone: "warning" },
  overdue: { label: "Overdue", tone: "negative" },
  paid: { label: "Paid", tone: "positive" },
  cancelled: { label: "Cancelled", tone: "neutral" },
} satisfies Record<InvoiceStatus, StatusBadge>;

/** In the order of the filter. */
export const INVOICE_STATUSES = listKeys(INVOICE_STATUS_BADGES);

export function invoiceStatus(stored: InvoiceStatus): StatusBadge {
  return statusBadge(INVOICE_STATUS_BADGES, stored);
}

/** Pending and overdue invoices are unpaid. */
export function isUnpaid(invoice: { status: InvoiceStatus }): boolean {
  return invoice.status === "pending" || invoice.status === "overdue";
}

/** Amount still owed, in cents. Never negative; 0 for paid and cancelled invoices. */
export function amountOwed(invoice: InvoiceMoney): number {
  if (!isUnpaid(invoice)) {
    return 0;
  }
  return Math.max(0, toCents(invoice.amount) - toCents(invoice.total_paid_amount));
}

/** Balance due in cents, used for the portal's banner, the admin Balance column and Outstanding Revenue. */
export function balanceDue(invoices: readonly InvoiceMoney[]): number {
  return invoices.reduce((sum, invoice) => sum + amountOwed(invoice), 0);
}

export function countPending(invoices: readonly { status: InvoiceStatus }[]): number {
  return invoices.filter((invoice) => invoice.status === "pending").length;
}

export function countOverdue(invoices: readonly { status: InvoiceStatus }[]): number {
  return invoices.filter((invoice) => invoice.status === "overdue").length;
}

/** Line below a partially paid balance, such as "$1,200.00 billed, $300.00 paid". Null when nothing is paid. */
export function partiallyPaidNote(invoices: readonly InvoiceMoney[]): string | null {
  const unpaid = invoices.filter(isUnpaid);
  const paid = unpaid.reduce((sum, invoice) => sum + toCents(invoice.total_paid_amount), 0);
  if (paid === 0) {
    return null;
  }
  const billed = unpaid.reduce((sum, invoice) => sum + toCents(invoice.amount), 0);
  return `${formatDollars(billed)} billed, ${formatDollars(paid)} paid`;
}

export type InvoicePayAction =
  | { kind: "pay" | "view" | "receipt"; address: string }
  | { kind: "none"; address: null };

/** What the invoice's payment link does: pay while an amount is owed, receipt when paid, otherwise view. */
export function invoicePayAction(
  invoice: InvoiceMoney & { square_payment_url: string | null },
): InvoicePayAction {
  const address = safePaymentUrl(invoice.square_payment_url);
  if (!address) {
    return { kind: "none", address: null };
  }
  if (amountOwed(invoice) > 0) {
    return { kind: "pay", address };
  }
  return { kind: invoice.status === "paid" ? "receipt" : "view", address };
}
