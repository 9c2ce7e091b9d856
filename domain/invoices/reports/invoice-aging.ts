import { type CalendarDate, daysBetween } from "#domain/dates/calendar-date.ts";
import { type InvoiceWithPayments, listOverduePayments } from "#domain/invoices/due-dates/due-payments.ts";
import { amountOwed } from "#domain/invoices/invoice.ts";
import { type Cents, cents, type Dollars, toCents } from "#domain/money/money.ts";

/** Range of days overdue, both ends included. Null means unbounded. */
type AgingBucket = { key: string; label: string; from: number | null; to: number | null };

/** Buckets for the amounts owed, by `agedAmounts`. What is not overdue is in the first bucket. */
export const AGING_BUCKETS = [
  { key: "not-due", label: "Not due", from: null, to: 0 },
  { key: "1-30", label: "1–30 days", from: 1, to: 30 },
  { key: "31-60", label: "31–60 days", from: 31, to: 60 },
  { key: "61-90", label: "61–90 days", from: 61, to: 90 },
  { key: "over-90", label: "Over 90 days", from: 91, to: null },
] as const satisfies readonly AgingBucket[];

/** First day of each bucket except the first. The database's aging function takes these boundaries. */
export const AGING_BOUNDARIES: number[] = AGING_BUCKETS.flatMap(({ from }) => (from === null ? [] : [from]));

export type AgingBucketTotal = { key: string; label: string; invoiceCount: number; owedCents: Cents };

/** Returns all buckets in order, with totals from the database. Missing totals are zero. */
export function toAgingTotals(
  totals: readonly { bucket: number; invoice_count: number; open_amount: Dollars }[],
): AgingBucketTotal[] {
  return AGING_BUCKETS.map(({ key, label }, index) => {
    const total = totals.find(({ bucket }) => bucket === index);
    return { key, label, invoiceCount: total?.invoice_count ?? 0, owedCents: toCents(total?.open_amount) };
  });
}

export type AgedAmount = { daysOverdue: number; cents: Cents };

/**
 * What is owed of an invoice, by how late each payment is: the overdue payments, earliest first, and what is not due yet
 * with 0 days. An overdue payment is at least 1 day late, like `daysOverdue`. Same rule in SQL:
 * `private.invoice_aging_amounts`.
 */
export function agedAmounts(invoice: InvoiceWithPayments, today: CalendarDate): AgedAmount[] {
  let leftCents: number = amountOwed(invoice);
  const aged: AgedAmount[] = [];
  for (const payment of listOverduePayments(invoice, today)) {
    const daysOverdue = Math.max(1, daysBetween(payment.dueDate, today));
    aged.push({ daysOverdue, cents: cents(Math.min(payment.cents, leftCents)) });
    leftCents -= Math.min(payment.cents, leftCents);
  }
  aged.push({ daysOverdue: 0, cents: cents(leftCents) });
  return aged.filter((each) => each.cents > 0);
}

/** Returns the index of a bucket in AGING_BUCKETS. Same rule in SQL: `public.invoice_aging`. */
export function agingBucketIndex(days: number): number {
  return AGING_BOUNDARIES.filter((from) => days >= from).length;
}
