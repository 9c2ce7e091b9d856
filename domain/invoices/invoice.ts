import { safePaymentUrl } from "#domain/invoices/payments/payment-link.ts";
import {
  addCents,
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

/** Columns that determine the amount paid. Amounts are in dollars. `refunded_amount` includes only completed refunds. */
export type InvoiceMoney = {
  status: InvoiceStatus;
  amount: Dollars;
  total_paid_amount: Dollars;
  refunded_amount: Dollars;
};

/**
 * Columns that determine whether an invoice is unpaid. `square_status` is null for invoices that are not from Square.
 */
export type InvoiceStatuses = { status: InvoiceStatus; square_status: string | null };

/** Columns that determine the amount owed. Refunds do not change it. */
export type OwedInvoice = InvoiceStatuses & Pick<InvoiceMoney, "amount" | "total_paid_amount">;

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

const REFUNDED_BADGE: StatusBadge = { label: "Refunded", tone: "neutral" };

/** Columns that determine an invoice's badges. */
export type BadgedInvoice = InvoiceMoney & {
  square_status: string | null;
  pending_refund_amount: Dollars;
  is_processing: boolean;
  is_scheduled: boolean;
};

/**
 * Returns the badges of an invoice: its status, and details that the status does not include, such as a partial refund. A
 * fully refunded invoice shows "Refunded" instead of its status.
 */
export function invoiceBadges(invoice: BadgedInvoice): [StatusBadge, ...StatusBadge[]] {
  const isRefundPending = toCents(invoice.pending_refund_amount) > 0;
  const isPartlyRefunded = toCents(invoice.refunded_amount) > 0 && !isFullyRefunded(invoice);
  const markers: [isShown: boolean, badge: StatusBadge][] = [
    [isPartlyRefunded, { label: "Partially refunded", tone: "neutral" }],
    [isRefundPending, { label: "Refund pending", tone: "info" }],
    [invoice.is_processing && isOpen(invoice.status), { label: "Payment processing", tone: "info" }],
    [invoice.is_scheduled, { label: "Scheduled", tone: "neutral" }],
  ];
  return [
    isFullyRefunded(invoice) ? REFUNDED_BADGE : invoiceStatusBadge(invoice.status),
    ...markers.filter(([isShown]) => isShown).map(([, badge]) => badge),
  ];
}

/** Returns the labels of an invoice's badges as text, such as "Paid, Partially refunded". */
export function formatInvoiceStatus(invoice: BadgedInvoice): string {
  return invoiceBadges(invoice)
    .map(({ label }) => label)
    .join(", ");
}

/**
 * Whether everything that was paid has been refunded. Square's status REFUNDED is not sufficient, because Square may set
 * it before the refund is completed, and the refund can fail.
 */
export function isFullyRefunded(invoice: InvoiceMoney & { square_status: string | null }): boolean {
  // If Square reports a partial refund, the firm may have kept the tip.
  if (isOpen(invoice.status) || invoice.square_status === "PARTIALLY_REFUNDED") {
    return false;
  }
  return toCents(invoice.refunded_amount) > 0 && amountPaid(invoice) === 0;
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

/** Whether a part of an unpaid invoice is paid, and a part is still owed. */
export function isPartiallyPaid(invoice: OwedInvoice): boolean {
  const owedCents = amountOwed(invoice);
  return owedCents > 0 && owedCents < toCents(invoice.amount);
}

/**
 * Amount paid, after completed refunds. The stored `total_paid_amount` of a cancelled invoice is already net of refunds.
 * A paid invoice is included in full even if its payments are unknown. Same rule in SQL: `private.invoice_amount_paid`.
 */
export function amountPaid(invoice: InvoiceMoney): Cents {
  if (invoice.status === "cancelled") {
    return toCents(invoice.total_paid_amount);
  }
  const received = toCents(invoice.status === "paid" ? invoice.amount : invoice.total_paid_amount);
  return cents(Math.max(0, received - toCents(invoice.refunded_amount)));
}

/** Amount paid, before refunds. */
export function amountReceived(invoice: InvoiceMoney): Cents {
  return addCents(amountPaid(invoice), toCents(invoice.refunded_amount));
}

/** Balance due, shown in the portal's banner, the admin Balance column and Outstanding Revenue. */
export function balanceDue(invoices: readonly OwedInvoice[]): Cents {
  return sumCents(invoices.map(amountOwed));
}

/** Number of pending invoices. Excludes scheduled invoices, because nothing is owed for them yet. */
export function countPending(invoices: readonly InvoiceStatuses[]): number {
  return invoices.filter((invoice) => invoice.status === "pending" && isUnpaid(invoice)).length;
}

export function countOverdue(invoices: readonly { status: InvoiceStatus }[]): number {
  return invoices.filter((invoice) => invoice.status === "overdue").length;
}

/** Totals of the unpaid invoices. The paid amount is after completed refunds. */
export type UnpaidTotals = { billedCents: Cents; paidCents: Cents; refundedCents: Cents };

/** Same rule in SQL: columns `unpaid_billed`, `unpaid_paid` and `unpaid_refunded` of `client_totals`. */
export function unpaidTotals(invoices: readonly (InvoiceStatuses & InvoiceMoney)[]): UnpaidTotals {
  const unpaid = invoices.filter(isUnpaid);
  return {
    billedCents: sumCents(unpaid.map(({ amount }) => toCents(amount))),
    paidCents: sumCents(unpaid.map(amountPaid)),
    refundedCents: sumCents(unpaid.map((invoice) => toCents(invoice.refunded_amount))),
  };
}

/**
 * Note below a partially paid balance, such as "$1,200.00 billed, $300.00 paid" or, with refunds, "…, $20.00 refunded".
 * The balance is the billed amount minus the paid and refunded amounts, because a refund does not increase it. Null when
 * nothing is paid.
 */
export function formatPartiallyPaid({ billedCents, paidCents, refundedCents }: UnpaidTotals): string | null {
  if (paidCents === 0 && refundedCents === 0) {
    return null;
  }
  const note = `${formatDollars(billedCents)} billed, ${formatDollars(paidCents)} paid`;
  return refundedCents > 0 ? `${note}, ${formatDollars(refundedCents)} refunded` : note;
}

/** Returns `formatPartiallyPaid` for the unpaid invoices in the list. */
export function partiallyPaidNote(invoices: readonly (InvoiceStatuses & InvoiceMoney)[]): string | null {
  return formatPartiallyPaid(unpaidTotals(invoices));
}

/** Whether the client can pay: an amount is owed, and no payment is processing. */
export function isPayable(invoice: OwedInvoice & { is_processing: boolean }): boolean {
  return amountOwed(invoice) > 0 && !invoice.is_processing;
}

export type InvoicePayAction =
  | { kind: "pay" | "view" | "receipt"; address: string }
  | { kind: "none"; address: null };

/**
 * Returns the purpose of the invoice's payment link: `pay` if the client can pay, `receipt` if the invoice is paid,
 * otherwise `view`.
 */
export function invoicePayAction(
  invoice: OwedInvoice & { square_payment_url: string | null; is_processing: boolean },
): InvoicePayAction {
  const address = safePaymentUrl(invoice.square_payment_url);
  if (!address) {
    return { kind: "none", address: null };
  }
  if (isPayable(invoice)) {
    return { kind: "pay", address };
  }
  return { kind: invoice.status === "paid" ? "receipt" : "view", address };
}
