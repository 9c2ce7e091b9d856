import { expect, test } from "vitest";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import { dollars } from "#domain/money/money.ts";
import {
  AGING_BOUNDARIES,
  AGING_BUCKETS,
  agingBucketIndex,
  getAgingRange,
  toAgingTotals,
} from "./invoice-aging.ts";

const TODAY = calendarDate("2026-03-31");

test("returns the range of overdue dates for each bucket", () => {
  expect(getAgingRange("not-due", TODAY)).toEqual({ isOverdue: false, first: null, last: null });
  expect(getAgingRange("1-30", TODAY)).toEqual({ isOverdue: true, first: "2026-03-01", last: null });
  expect(getAgingRange("31-60", TODAY)).toEqual({ isOverdue: true, first: "2026-01-30", last: "2026-02-28" });
  expect(getAgingRange("61-90", TODAY)).toEqual({ isOverdue: true, first: "2025-12-31", last: "2026-01-29" });
  expect(getAgingRange("over-90", TODAY)).toEqual({ isOverdue: true, first: null, last: "2025-12-30" });
});

test.each(["", "31-60 or so", "constructor"])("has no range for the unknown bucket %j", (key) => {
  expect(getAgingRange(key, TODAY)).toBeNull();
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

test("computes ranges across a leap day", () => {
  const today = calendarDate("2024-03-01");
  expect(getAgingRange("1-30", today)?.first).toBe("2024-01-31");
  expect(getAgingRange("31-60", today)).toMatchObject({ first: "2024-01-01", last: "2024-01-30" });
});

test("ignores totals for unknown buckets", () => {
  const aged = toAgingTotals([{ bucket: AGING_BUCKETS.length, invoice_count: 1, open_amount: dollars(1) }]);
  expect(aged.map(({ invoiceCount }) => invoiceCount)).toEqual([0, 0, 0, 0, 0]);
});
