import { addDays, type CalendarDate } from "#domain/calendar-date.ts";
import { type Dollars, toCents } from "#domain/money.ts";

/** How late open money is: days late from `from` to `to`, both included; null for no bound. */
type AgeingBucket = { key: string; label: string; from: number | null; to: number | null };

/** From what is not due yet to what is later than three months; without a due date nothing is late. */
export const AGEING_BUCKETS = [
  { key: "not-due", label: "Not due", from: null, to: 0 },
  { key: "1-30", label: "1–30 days", from: 1, to: 30 },
  { key: "31-60", label: "31–60 days", from: 31, to: 60 },
  { key: "61-90", label: "61–90 days", from: 61, to: 90 },
  { key: "over-90", label: "Over 90 days", from: 91, to: null },
] as const satisfies readonly AgeingBucket[];

/** Days late at which each bucket but the first begins: what `invoice_ageing` in the database sums by. */
export const AGEING_LIMITS: number[] = AGEING_BUCKETS.flatMap(({ from }) => (from === null ? [] : [from]));

/** One bucket with what is open in it, in cents. */
export type Aged = { key: string; label: string; invoiceCount: number; openCents: number };

/** Every bucket in order, with the database's sums; a bucket it does not name is empty. */
export function ageingOf(
  sums: readonly { bucket: number; invoice_count: number; open_amount: Dollars }[],
): Aged[] {
  return AGEING_BUCKETS.map(({ key, label }, index) => {
    const sum = sums.find(({ bucket }) => bucket === index);
    return { key, label, invoiceCount: sum?.invoice_count ?? 0, openCents: toCents(sum?.open_amount) };
  });
}

/** The due dates of a bucket, first and last day included; null for no bound, and for no bucket of that key. */
export function ageingDueDates(
  key: string,
  today: CalendarDate,
): { first: CalendarDate | null; last: CalendarDate | null } | null {
  const bucket = AGEING_BUCKETS.find((each) => each.key === key);
  if (!bucket) return null;
  return {
    first: bucket.to === null ? null : addDays(today, -bucket.to),
    last: bucket.from === null ? null : addDays(today, -bucket.from),
  };
}
