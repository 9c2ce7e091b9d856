import { type CalendarDate, calendarDate } from "#domain/dates/calendar-date.ts";
import type { InvoiceWithPayments } from "#domain/invoices/due-dates/due-payments.ts";
import type { InvoiceMoney, InvoiceStatus, InvoiceStatuses } from "#domain/invoices/invoice.ts";
import { dollars } from "#domain/money/money.ts";

/** The date on which the cases are evaluated. */
export const CASES_TODAY = calendarDate("2026-03-31");
export const CASES_NOW = new Date("2026-03-31T16:00:00Z");

/** An invoice and the results that both domain/ and the SQL functions must return for it. */
export type InvoiceCase = {
  name: string;
  invoice: InvoiceMoney & InvoiceStatuses & InvoiceWithPayments;
  owedCents: number;
  paidCents: number;
  overdueDate: CalendarDate | null;
  daysOverdue: number;
  /** Cents owed by the key of their aging bucket. */
  aging: Readonly<Record<string, number>>;
};

type Payment = readonly [due: string | null, cents: number | null, paidCents?: number];

type InvoiceColumns = {
  status: InvoiceStatus;
  square?: string;
  amount?: number;
  paid?: number;
  refunded?: number;
  due?: string;
  next?: string;
  /** Amount of Square's next payment, in dollars. */
  nextAmount?: number;
  schedule?: readonly Payment[];
};
type ExpectedValues = {
  owed: number;
  paid: number;
  since?: string;
  days?: number;
  /** The aging bucket of everything that is owed. */
  bucket?: string;
  /** Replaces `bucket` if what is owed is in several ones. */
  aging?: Record<string, number>;
};

function buildInvoiceCase(name: string, columns: InvoiceColumns, expected: ExpectedValues): InvoiceCase {
  const { status, square = null, amount = 100, paid = 0, refunded = 0, due, next } = columns;
  const { nextAmount, schedule = [] } = columns;
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
      next_payment_amount: nextAmount === undefined ? null : dollars(nextAmount),
      payment_schedule: schedule.map(([dueDate, cents, paidCents = 0]) => ({
        request_type: "INSTALLMENT",
        due_date: dueDate,
        computed_amount_money: { amount: cents },
        total_completed_amount_money: { amount: paidCents },
      })),
    },
    owedCents: expected.owed,
    paidCents: expected.paid,
    overdueDate: expected.since ? calendarDate(expected.since) : null,
    daysOverdue: expected.days ?? 0,
    aging: expected.aging ?? (expected.bucket ? { [expected.bucket]: expected.owed } : {}),
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

const INSTALLMENTS = [
  ["2026-02-15", 3000],
  ["2026-03-15", 3000],
  ["2026-06-30", 4000],
] as const satisfies readonly Payment[];

/** Overdue invoices with several payments, of which some are late. */
const SCHEDULE_CASES = [
  buildInvoiceCase(
    "has two late installments and one in the future",
    {
      status: "overdue",
      square: "UNPAID",
      next: "2026-02-15",
      nextAmount: 60,
      due: "2026-06-30",
      schedule: INSTALLMENTS,
    },
    {
      owed: 10_000,
      paid: 0,
      since: "2026-02-15",
      days: 44,
      aging: { "31-60": 3000, "1-30": 3000, "not-due": 4000 },
    },
  ),
  buildInvoiceCase(
    "has two late installments, and the next payment includes one that is not late",
    {
      status: "overdue",
      square: "UNPAID",
      next: "2026-02-15",
      nextAmount: 100,
      due: "2026-06-30",
      schedule: INSTALLMENTS.toReversed(),
    },
    {
      owed: 10_000,
      paid: 0,
      since: "2026-02-15",
      days: 44,
      aging: { "31-60": 3000, "1-30": 3000, "not-due": 4000 },
    },
  ),
  buildInvoiceCase(
    "has a partially paid late deposit",
    {
      status: "overdue",
      square: "PARTIALLY_PAID",
      paid: 10,
      next: "2026-03-15",
      nextAmount: 15,
      due: "2026-06-30",
      schedule: [
        ["2026-03-15", 2500, 1000],
        ["2026-06-30", 7500],
      ],
    },
    {
      owed: 9000,
      paid: 1000,
      since: "2026-03-15",
      days: 16,
      aging: { "1-30": 1500, "not-due": 7500 },
    },
  ),
  buildInvoiceCase(
    "has a paid deposit and a late balance",
    {
      status: "overdue",
      square: "PARTIALLY_PAID",
      paid: 25,
      next: "2025-12-01",
      nextAmount: 75,
      due: "2025-12-01",
      schedule: [
        ["2025-10-01", 2500, 2500],
        ["2025-12-01", 7500],
      ],
    },
    { owed: 7500, paid: 2500, since: "2025-12-01", days: 120, bucket: "over-90" },
  ),
  buildInvoiceCase(
    "has an installment that is late only in the invoice's time zone",
    {
      status: "overdue",
      square: "UNPAID",
      next: "2026-03-31",
      nextAmount: 60,
      due: "2026-06-30",
      schedule: [
        ["2026-03-31", 6000],
        ["2026-06-30", 4000],
      ],
    },
    { owed: 10_000, paid: 0, since: "2026-03-31", days: 1, aging: { "1-30": 6000, "not-due": 4000 } },
  ),
  buildInvoiceCase(
    "has a schedule that does not add up to the next payment",
    {
      status: "overdue",
      square: "UNPAID",
      next: "2026-02-15",
      nextAmount: 59.99,
      due: "2026-06-30",
      schedule: INSTALLMENTS,
    },
    { owed: 10_000, paid: 0, since: "2026-02-15", days: 44, aging: { "31-60": 5999, "not-due": 4001 } },
  ),
  buildInvoiceCase(
    "has payments without a date or an amount",
    {
      status: "overdue",
      square: "UNPAID",
      next: "2026-03-15",
      nextAmount: 30,
      due: "2026-06-30",
      schedule: [
        [null, 4000],
        ["2026-03-15", 3000],
        ["2026-03-20", null],
      ],
    },
    { owed: 10_000, paid: 0, since: "2026-03-15", days: 16, aging: { "1-30": 3000, "not-due": 7000 } },
  ),
  buildInvoiceCase(
    "has late payments that exceed what is owed",
    {
      status: "overdue",
      square: "UNPAID",
      amount: 50,
      next: "2026-02-15",
      nextAmount: 60,
      due: "2026-06-30",
      schedule: INSTALLMENTS,
    },
    { owed: 5000, paid: 0, since: "2026-02-15", days: 44, aging: { "31-60": 3000, "1-30": 2000 } },
  ),
  buildInvoiceCase(
    "has a schedule, and none of its payments is late",
    {
      status: "pending",
      square: "UNPAID",
      next: "2026-04-15",
      nextAmount: 30,
      due: "2026-06-30",
      schedule: [
        ["2026-04-15", 3000],
        ["2026-06-30", 7000],
      ],
    },
    { owed: 10_000, paid: 0, bucket: "not-due" },
  ),
];

export const INVOICE_CASES: readonly InvoiceCase[] = [
  ...BUCKET_BOUNDARY_CASES,
  ...SCHEDULE_CASES,
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
    "is overdue without a due date, but with a next payment",
    { status: "overdue", nextAmount: 30 },
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
