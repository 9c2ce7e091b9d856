import { expect, test } from "vitest";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import { dollars } from "#domain/money/money.ts";
import { lastTwelveMonths, toRevenueMonths } from "./revenue.ts";

test.each([
  ["2026-02-28", "2025-03-01", "2026-02-01"],
  ["2024-02-29", "2023-03-01", "2024-02-01"],
  ["2025-12-31", "2025-01-01", "2025-12-01"],
  ["2026-01-01", "2025-02-01", "2026-01-01"],
])("on %s, the last twelve months start on %s and end with %s", (today, first, last) => {
  const months = lastTwelveMonths(calendarDate(today));
  expect(months).toHaveLength(12);
  expect(months[0]).toBe(first);
  expect(months.at(-1)).toBe(last);
});

test("returns consecutive months across a year boundary", () => {
  const months = lastTwelveMonths(calendarDate("2026-02-28"));
  expect(months.slice(-3)).toEqual(["2025-12-01", "2026-01-01", "2026-02-01"]);
  expect(new Set(months).size).toBe(12);
  expect(months).toEqual(months.toSorted());
});

test("fills months without invoices with zero", () => {
  const [january, february] = [calendarDate("2026-01-01"), calendarDate("2026-02-01")];
  expect(
    toRevenueMonths(
      [january, february],
      [{ month: february, billed: dollars("10.50"), paid: dollars(3), refunded: dollars("0.25") }],
    ),
  ).toEqual([
    { month: "2026-01-01", label: "Jan 2026", billedCents: 0, paidCents: 0, refundedCents: 0 },
    { month: "2026-02-01", label: "Feb 2026", billedCents: 1050, paidCents: 300, refundedCents: 25 },
  ]);
});

test("ignores totals for other months", () => {
  const otherMonth = {
    month: calendarDate("2025-01-01"),
    billed: dollars(1),
    paid: dollars(1),
    refunded: dollars(1),
  };
  expect(toRevenueMonths([calendarDate("2025-12-01")], [otherMonth])).toEqual([
    { month: "2025-12-01", label: "Dec 2025", billedCents: 0, paidCents: 0, refundedCents: 0 },
  ]);
});
