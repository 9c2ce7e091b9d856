import { safePaymentUrl } from "#domain/invoices/payment-link.ts";
import {
  type Cents,
  cents,
  type Dollars,
  formatDollars,
  sumCents,
  toCents,
  ZERO_CENTS,
} from "#domain/money/money.ts";
import { listKeys, type StatusBadge, toStatusBadge } from "#domain/status.ts";
import type { Tables } from "#supabase/database.types.ts";

export type InvoiceStatus = Tables<"invoices">["status"];

/** Columns that determine the amount paid. Amounts are in dollars. */
export type InvoiceMoney = { status: InvoiceStatus; amount: Dollars; total_paid_amount: Dollars };

/**
 * Columns that determine whether an invoice is unpaid. `square_status` is null for invoices that are not from Square.
 */
export type InvoiceStatuses = { status: InvoiceStatus; square_status: string | null };

/** Columns that determine the amount owed. */
export type OwedInvoice = InvoiceMoney & InvoiceStatuses;

const INVOICE_STATUS_BADGES = {
  pending: { label: "Pending", tone: "warning" },
  overdue: { label: "Overdue", tone: "negative" },
  paid: { label: "Paid", tone: "positive" },
  cancelled: { label: "Cancelled", tone: "neutral" },
} satisfies Record<InvoiceStatus, StatusBadge>;

/** Invoice statuses, in filter order. */
export const INVOICE_STATUSES = listKeys(INVOICE_STATUS_BADGES);

export function invoiceStatusBadge(invoiceStatus: InvoiceStatus): StatusBadge {
  return toStatusBadge(INVOICE_STATUS_BADGES, invoiceStatus);
}

/** Whether an invoice is pending or overdue. Amounts of open invoices can still change. */
export function isOpen(status: InvoiceStatus): boolean {
  return status === "pending" || status === "overdue";
}

/**
 * Whether an invoice is open and has been sent to the client. Square sends a scheduled invoice later. Until then, it is
 * pending and nothing is owed.
 */
export function isUnpaid(invoice: InvoiceStatuses): boolean {
  return isOpen(invoice.status) && invoice.square_status !== "SCHEDULED";
}

/**
 * Amount still owed. Never negative, and 0 unless the invoice is unpaid. Same rule in SQL:
 * `private.invoice_amount_owed`.
 */
export function amountOwed(invoice: OwedInvoice): Cents {
  if (!isUnpaid(invoice)) {
    return ZERO_CENTS;
  }
  return cents(Math.max(0, toCents(invoice.amount) - toCents(invoice.total_paid_amount)));
}

/**
 * Amount paid: the full amount of a paid invoice, even after a partial refund. Same rule in SQL:
 * `private.invoice_amount_paid`.
 */
export function amountPaid(invoice: InvoiceMoney): Cents {
  return toCents(invoice.status === "paid" ? invoice.amount : invoice.total_paid_amount);
}

/** Balance due, shown in the portal's banner, the admin Balance column and Outstanding Revenue. */
export function balanceDue(invoices: readonly OwedInvoice[]): Cents {
  return sumCents(invoices.map(amountOwed));
}

export function countPending(invoices: readonly { status: InvoiceStatus }[]): number {
  return invoices.filter((invoice) => invoice.status === "pending").length;
}

export function countOverdue(invoices: readonly { status: InvoiceStatus }[]): number {
  return invoices.filter((invoice) => invoice.status === "overdue").length;
}

/** Note below a partially paid balance, such as "$1,200.00 billed, $300.00 paid". Null when nothing is paid. */
export function partiallyPaidNote(invoices: readonly OwedInvoice[]): string | null {
  const unpaid = invoices.filter(isUnpaid);
  const paidCents = sumCents(unpaid.map(amountPaid));
  if (paidCents === 0) {
    return null;
  }
  const billedCents = sumCents(unpaid.map((invoice) => toCents(invoice.amount)));
  return `${formatDollars(billedCents)} billed, ${formatDollars(paidCents)} paid`;
}

export type InvoicePayAction =
  | { kind: "pay" | "view" | "receipt"; address: string }
  | { kind: "none"; address: null };

/**
 * Returns the purpose of the invoice's payment link: `pay` while an amount is owed, `receipt` if the invoice is paid,
 * otherwise `view`.
 */
export function invoicePayAction(
  invoice: OwedInvoice & { square_payment_url: string | null },
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
