import { expect, test } from "vitest";
import { AGEING_BUCKETS, AGEING_LIMITS, ageingDueDates, ageingOf } from "./invoice-ageing.ts";

const today = "2026-03-31";

test("due today is not late, due yesterday is one day late", () => {
  expect(ageingDueDates("not-due", today)).toEqual({ first: today, last: null });
  expect(ageingDueDates("1-30", today)).toEqual({ first: "2026-03-01", last: "2026-03-30" });
  expect(ageingDueDates("over-90", today)).toEqual({ first: null, last: "2025-12-30" });
  expect(ageingDueDates("31-60 or so", today)).toBeNull();
});

test("the buckets follow one another without a gap", () => {
  for (const [index, { to }] of AGEING_BUCKETS.entries())
    expect(AGEING_LIMITS[index]).toBe(to === null ? undefined : to + 1);
});

test("every bucket is there, also one that holds nothing", () => {
  const aged = ageingOf([{ bucket: 2, invoice_count: 3, open_amount: "120.50" }]);
  expect(aged.map(({ openCents }) => openCents)).toEqual([0, 0, 12050, 0, 0]);
  expect(aged[2]).toEqual({ key: "31-60", label: "31–60 days", invoiceCount: 3, openCents: 12050 });
});
