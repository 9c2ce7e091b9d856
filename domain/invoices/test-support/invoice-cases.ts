import { type CalendarDate, calendarDate } from "#domain/dates/calendar-date.ts";
import type { InvoiceDueDates } from "#domain/invoices/due-dates/overdue.ts";
import type { InvoiceMoney, InvoiceStatus, InvoiceStatuses } from "#domain/invoices/invoice.ts";
import { dollars } from "#domain/money/money.ts";

/** The date on which the cases are evaluated. */
export const CASES_TODAY = calendarDate("2026-03-31");

/** An invoice and the results that both domain/ and the SQL functions must return for it. */
export type InvoiceCase = {
  name: string;
  invoice: InvoiceMoney & InvoiceStatuses & InvoiceDueDates;
  owedCents: number;
  paidCents: number;
  overdueDate: CalendarDate | null;
  daysOverdue: number;
  /** Key of the invoice's aging bucket. Null if nothing is owed. */
  bucket: string | null;
};

type InvoiceColumns = {
  status: InvoiceStatus;
  square?: string;
  amount?: number;
  paid?: number;
  refunded?: number;
  due?: string;
  next?: string;
};
type ExpectedValues = { owed: number; paid: number; since?: string; days?: number; bucket?: string };

function buildInvoiceCase(name: string, columns: InvoiceColumns, expected: ExpectedValues): InvoiceCase {
  const { status, square = null, amount = 100, paid = 0, refunded = 0, due, next } = columns;
  return {
    name,
    invoice: {
      status,
      square_status: square,
      amount: dollars(amount),
      total_paid_amount: dollars(paid),
      refunded_amount: dollars(refunded),
      due_date: due ? calendarDate(due) : null,
      next_payment_due_date: next ? calendarDate(next) : null,
    },
    owedCents: expected.owed,
    paidCents: expected.paid,
    overdueDate: expected.since ? calendarDate(expected.since) : null,
    daysOverdue: expected.days ?? 0,
    bucket: expected.bucket ?? null,
  };
}

/** Overdue invoices at and near each boundary of the aging buckets. */
const BUCKET_BOUNDARY_CASES = (
  [
    ["2026-03-30", 1, "1-30"],
    ["2026-03-29", 2, "1-30"],
    ["2026-03-01", 30, "1-30"],
    ["2026-02-28", 31, "31-60"],
    ["2026-01-30", 60, "31-60"],
    ["2026-01-29", 61, "61-90"],
    ["2025-12-31", 90, "61-90"],
    ["2025-12-30", 91, "over-90"],
    ["2024-02-29", 761, "over-90"],
  ] as const
).map(([due, days, bucket]) =>
  buildInvoiceCase(
    `is ${days} days late`,
    { status: "overdue", square: "UNPAID", due },
    { owed: 10_000, paid: 0, since: due, days, bucket },
  ),
);

export const INVOICE_CASES: readonly InvoiceCase[] = [
  ...BUCKET_BOUNDARY_CASES,
  buildInvoiceCase(
    "has a late deposit and a final payment in the future",
    { status: "overdue", square: "UNPAID", next: "2026-03-21", due: "2026-06-30" },
    { owed: 10_000, paid: 0, since: "2026-03-21", days: 10, bucket: "1-30" },
  ),
  buildInvoiceCase(
    "has a paid deposit and a late installment",
    { status: "overdue", square: "PARTIALLY_PAID", paid: 25, next: "2026-02-28", due: "2026-06-30" },
    { owed: 7500, paid: 2500, since: "2026-02-28", days: 31, bucket: "31-60" },
  ),
  buildInvoiceCase(
    "is overdue in its time zone while the reader's date is still the due date",
    { status: "overdue", square: "UNPAID", due: "2026-03-31" },
    { owed: 10_000, paid: 0, since: "2026-03-31", days: 1, bucket: "1-30" },
  ),
  buildInvoiceCase(
    "is overdue without a due date",
    { status: "overdue" },
    { owed: 10_000, paid: 0, bucket: "not-due" },
  ),
  buildInvoiceCase(
    "is overdue and overpaid",
    { status: "overdue", paid: 100.01, due: "2026-03-01" },
    { owed: 0, paid: 10_001, since: "2026-03-01", days: 30 },
  ),
  buildInvoiceCase(
    "is due today",
    { status: "pending", square: "UNPAID", due: "2026-03-31" },
    { owed: 10_000, paid: 0, bucket: "not-due" },
  ),
  buildInvoiceCase(
    "is not overdue, with a deposit due before the final payment",
    { status: "pending", square: "UNPAID", next: "2026-04-01", due: "2026-06-30" },
    { owed: 10_000, paid: 0, bucket: "not-due" },
  ),
  buildInvoiceCase(
    "has a bank transfer in progress after the due date",
    { status: "pending", square: "PAYMENT_PENDING", due: "2026-03-01" },
    { owed: 10_000, paid: 0, bucket: "not-due" },
  ),
  buildInvoiceCase(
    "is sent by Square later",
    { status: "pending", square: "SCHEDULED", due: "2026-06-30" },
    { owed: 0, paid: 0 },
  ),
  buildInvoiceCase(
    "is not from Square",
    { status: "pending", amount: 0.3, paid: 0.1, due: "2026-06-30" },
    { owed: 20, paid: 10, bucket: "not-due" },
  ),
  buildInvoiceCase(
    "lacks one cent",
    { status: "pending", square: "PARTIALLY_PAID", paid: 99.99, due: "2026-06-30" },
    { owed: 1, paid: 9999, bucket: "not-due" },
  ),
  buildInvoiceCase(
    "is pending and paid in full",
    { status: "pending", paid: 100, due: "2026-06-30" },
    { owed: 0, paid: 10_000 },
  ),
  buildInvoiceCase(
    "is paid, with a partial refund",
    { status: "paid", square: "PARTIALLY_REFUNDED", paid: 70, refunded: 30, due: "2026-01-31" },
    { owed: 0, paid: 7000 },
  ),
  buildInvoiceCase(
    "is paid, but its payments are unknown",
    { status: "paid", square: "PAID", due: "2026-01-31" },
    { owed: 0, paid: 10_000 },
  ),
  buildInvoiceCase(
    "is paid in part, with a refund that does not increase the amount owed",
    { status: "pending", square: "PARTIALLY_REFUNDED", paid: 60, refunded: 20, due: "2026-06-30" },
    { owed: 4000, paid: 4000, bucket: "not-due" },
  ),
  buildInvoiceCase(
    "is fully refunded",
    { status: "cancelled", square: "REFUNDED", refunded: 100, due: "2026-01-31" },
    { owed: 0, paid: 0 },
  ),
  buildInvoiceCase(
    "is cancelled after a payment",
    { status: "cancelled", square: "CANCELED", paid: 30, due: "2026-01-31", next: "2026-01-31" },
    { owed: 0, paid: 3000 },
  ),
  buildInvoiceCase(
    "has the largest amount",
    { status: "pending", amount: 9_999_999_999.99, due: "2026-06-30" },
    { owed: 999_999_999_999, paid: 0, bucket: "not-due" },
  ),
];
