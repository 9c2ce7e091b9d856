import { expect, test } from "vitest";
import { revenueMonths, revenueOf } from "./revenue.ts";

test("twelve months, this one last, over the end of a year", () => {
  const months = revenueMonths("2026-02-28");
  expect(months).toHaveLength(12);
  expect(months[0]).toBe("2025-03-01");
  expect(months.slice(-3)).toEqual(["2025-12-01", "2026-01-01", "2026-02-01"]);
  expect(revenueMonths("2025-12-31")[0]).toBe("2025-01-01");
});

test("a month without invoices brought nothing", () => {
  expect(
    revenueOf(["2026-01-01", "2026-02-01"], [{ month: "2026-02-01", billed: "10.50", paid: 3 }]),
  ).toEqual([
    { month: "2026-01-01", label: "Jan 2026", billedCents: 0, paidCents: 0 },
    { month: "2026-02-01", label: "Feb 2026", billedCents: 1050, paidCents: 300 },
  ]);
});
