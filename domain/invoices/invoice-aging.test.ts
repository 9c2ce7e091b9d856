import { expect, test } from "vitest";
import { AGING_BOUNDARIES, AGING_BUCKETS, agingDueDateRange, agingTotals } from "./invoice-aging.ts";

const TODAY = "2026-03-31";

test("treats an invoice due today as not late and one due yesterday as one day late", () => {
  expect(agingDueDateRange("not-due", TODAY)).toEqual({ first: TODAY, last: null });
  expect(agingDueDateRange("1-30", TODAY)).toEqual({ first: "2026-03-01", last: "2026-03-30" });
  expect(agingDueDateRange("over-90", TODAY)).toEqual({ first: null, last: "2025-12-30" });
  expect(agingDueDateRange("31-60 or so", TODAY)).toBeNull();
});

test("has buckets without gaps", () => {
  for (const [index, { to }] of AGING_BUCKETS.entries()) {
    expect(AGING_BOUNDARIES[index]).toBe(to === null ? undefined : to + 1);
  }
});

test("returns every bucket, including empty ones", () => {
  const aged = agingTotals([{ bucket: 2, invoice_count: 3, open_amount: "120.50" }]);
  expect(aged.map(({ openCents }) => openCents)).toEqual([0, 0, 12050, 0, 0]);
  expect(aged[2]).toEqual({ key: "31-60", label: "31–60 days", invoiceCount: 3, openCents: 12050 });
});
