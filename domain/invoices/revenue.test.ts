import { expect, test } from "vitest";
import { lastTwelveMonths, toRevenueMonths } from "./revenue.ts";

test("returns twelve months across a year boundary, the current one last", () => {
  const months = lastTwelveMonths("2026-02-28");
  expect(months).toHaveLength(12);
  expect(months[0]).toBe("2025-03-01");
  expect(months.slice(-3)).toEqual(["2025-12-01", "2026-01-01", "2026-02-01"]);
  expect(lastTwelveMonths("2025-12-31")[0]).toBe("2025-01-01");
});

test("fills months without invoices with zero", () => {
  expect(
    toRevenueMonths(["2026-01-01", "2026-02-01"], [{ month: "2026-02-01", billed: "10.50", paid: 3 }]),
  ).toEqual([
    { month: "2026-01-01", label: "Jan 2026", billedCents: 0, paidCents: 0 },
    { month: "2026-02-01", label: "Feb 2026", billedCents: 1050, paidCents: 300 },
  ]);
});
