import { expect, test } from "vitest";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import { lastTwelveMonths, type RevenueMonth } from "#domain/invoices/reports/revenue.ts";
import { labeledBars, revenueGridLines } from "#domain/invoices/reports/revenue-chart.ts";
import { cents, ZERO_CENTS } from "#domain/money/money.ts";

/** Builds months with amounts in dollars. By default, a tenth of each billed amount is paid. */
function buildMonths(billed: readonly number[], paid = billed.map((amount) => amount / 10)): RevenueMonth[] {
  return lastTwelveMonths(calendarDate("2026-11-23"))
    .slice(0, billed.length)
    .map((month, index) => ({
      month,
      label: month,
      billedCents: cents(Math.round((billed[index] ?? 0) * 100)),
      paidCents: cents(Math.round((paid[index] ?? 0) * 100)),
      refundedCents: ZERO_CENTS,
    }));
}

const topDollars = (billed: readonly number[]) => Number(revenueGridLines(buildMonths(billed)).at(-1)) / 100;

test("draws three lines at round amounts, of which the highest is at least the largest amount", () => {
  expect(revenueGridLines(buildMonths([90, 60, 30, 10]))).toEqual([0, 5000, 10_000, 15_000]);
  expect(topDollars([300])).toBe(300);
  expect(topDollars([300.01])).toBe(600);
  expect(topDollars([7000])).toBe(7500);
  expect(topDollars([0.5])).toBe(3);
  expect(topDollars([])).toBe(3);
});

test("cuts off up to two outliers that are more than three times as large as the next month", () => {
  expect(topDollars([900, 300, 300, 300])).toBe(1500);
  expect(topDollars([901, 300, 300, 300])).toBe(300);
  expect(topDollars([2000, 1500, 300, 300, 300])).toBe(300);
  expect(topDollars([2000, 1500, 1000, 300, 300, 300])).toBe(3000);
});

test("keeps the full scale with fewer than three other months", () => {
  expect(topDollars([3000, 300, 300])).toBe(3000);
  expect(topDollars([3000, 300, 300, 0])).toBe(3000);
});

test("labels the largest billed and the largest paid amount", () => {
  const months = buildMonths([100, 500, 100, 100, 50], [10, 10, 10, 10, 300]);
  expect(labeledBars(months)).toEqual([
    { month: months[1]?.month, series: "billed" },
    { month: months[4]?.month, series: "paid" },
  ]);
});

test("omits a label next to a taller bar or another label, and all labels without amounts", () => {
  const adjacentMonths = buildMonths([500, 100, 400, 100], [10, 10, 10, 300]);
  expect(labeledBars(adjacentMonths)).toEqual([{ month: adjacentMonths[0]?.month, series: "billed" }]);
  const sameMonth = buildMonths([100, 500, 100], [10, 500, 10]);
  expect(labeledBars(sameMonth)).toEqual([{ month: sameMonth[1]?.month, series: "billed" }]);
  expect(labeledBars(buildMonths([0, 0, 0]))).toEqual([]);
});
