import { expect, test } from "vitest";
import { dollars, sumCents } from "#domain/money/money.ts";
import { CASES_TODAY, INVOICE_CASES } from "../test-support/invoice-cases.ts";
import {
  AGING_BOUNDARIES,
  AGING_BUCKETS,
  agedAmounts,
  agingBucketIndex,
  toAgingTotals,
} from "./invoice-aging.ts";

test.each(INVOICE_CASES)("an invoice that $name is split by how late each payment is", (each) => {
  const found: Record<string, number> = {};
  for (const { daysOverdue, cents } of agedAmounts(each.invoice, CASES_TODAY)) {
    const key = AGING_BUCKETS[agingBucketIndex(daysOverdue)]?.key ?? "";
    found[key] = (found[key] ?? 0) + cents;
  }
  expect(found).toEqual(each.aging);
});

test("adds up to what is owed", () => {
  for (const { invoice, owedCents } of INVOICE_CASES) {
    expect(sumCents(agedAmounts(invoice, CASES_TODAY).map(({ cents }) => cents))).toBe(owedCents);
  }
});

test.each([
  [0, 0],
  [1, 1],
  [30, 1],
  [31, 2],
  [60, 2],
  [61, 3],
  [90, 3],
  [91, 4],
  [5000, 4],
])("puts an invoice that is %d days overdue into bucket %d", (days, bucket) => {
  expect(agingBucketIndex(days)).toBe(bucket);
});

test("has buckets without gaps", () => {
  for (const [index, { to }] of AGING_BUCKETS.entries()) {
    expect(AGING_BOUNDARIES[index]).toBe(to === null ? undefined : to + 1);
  }
});

test("returns every bucket, including empty ones", () => {
  const totals = toAgingTotals([{ bucket: 2, invoice_count: 3, open_amount: dollars("120.50") }]);
  expect(totals.map(({ owedCents }) => owedCents)).toEqual([0, 0, 12050, 0, 0]);
  expect(totals[2]).toEqual({ key: "31-60", label: "31–60 days", invoiceCount: 3, owedCents: 12050 });
});

test("ignores totals for unknown buckets", () => {
  const aged = toAgingTotals([{ bucket: AGING_BUCKETS.length, invoice_count: 1, open_amount: dollars(1) }]);
  expect(aged.map(({ invoiceCount }) => invoiceCount)).toEqual([0, 0, 0, 0, 0]);
});
