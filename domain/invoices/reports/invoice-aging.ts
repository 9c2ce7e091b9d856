import { addDays, type CalendarDate } from "#domain/dates/calendar-date.ts";
import { type Cents, type Dollars, toCents } from "#domain/money/money.ts";

/** Range of days overdue, both ends included. Null means unbounded. */
type AgingBucket = { key: string; label: string; from: number | null; to: number | null };

/**
 * Buckets for invoices with an amount owed, by `daysOverdue`. Invoices that are not overdue are in the first bucket.
 */
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

/** Returns the index of a bucket in AGING_BUCKETS. Same rule in SQL: `public.invoice_aging`. */
export function agingBucketIndex(days: number): number {
  return AGING_BOUNDARIES.filter((from) => days >= from).length;
}

/** Range of overdue dates in a bucket, both ends included. */
export type AgingRange = {
  isOverdue: boolean;
  first: CalendarDate | null;
  last: CalendarDate | null;
};

/**
 * Returns the range of overdue dates in a bucket, or null for an unknown key. The first overdue bucket includes today,
 * like `daysOverdue`.
 */
export function getAgingRange(key: string, today: CalendarDate): AgingRange | null {
  const bucket: AgingBucket | undefined = AGING_BUCKETS.find((each) => each.key === key);
  if (!bucket) {
    return null;
  }
  if (bucket.from === null) {
    return { isOverdue: false, first: null, last: null };
  }
  return {
    isOverdue: true,
    first: bucket.to === null ? null : addDays(today, -bucket.to),
    last: bucket.from === AGING_BOUNDARIES[0] ? null : addDays(today, -bucket.from),
  };
}
