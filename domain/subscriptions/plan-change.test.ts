import { expect, test } from "vitest";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import { cents } from "#domain/money/money.ts";
import { describePlanChange } from "./plan-change.ts";

const TODAY = calendarDate("2026-11-24");

function describeChange(current: number | null, next: number, nextCharge: string | null) {
  return describePlanChange(
    {
      currentPrice: current === null ? null : cents(current),
      newPrice: cents(next),
      nextCharge: nextCharge === null ? null : calendarDate(nextCharge),
    },
    TODAY,
  );
}

test("an upgrade costs more from the next charge on", () => {
  expect(describeChange(240_000, 520_000, "2026-12-13")).toEqual({
    summary: "From Dec 13, 2026: $5,200 instead of $2,400 per month",
    details: "You pay $2,800 more per month. Next charge: $5,200.00 on Dec 13, 2026.",
  });
});

test("a downgrade saves the difference", () => {
  expect(describeChange(240_000, 95_050, "2026-11-25")).toEqual({
    summary: "From Nov 25, 2026: $950.50 instead of $2,400 per month",
    details: "You save $1,449.50 per month. Next charge: $950.50 on Nov 25, 2026.",
  });
});

test("the price can stay the same or be unknown", () => {
  expect(describeChange(95_000, 95_000, "2026-12-13")).toEqual({
    summary: "From Dec 13, 2026: $950 per month",
    details: "Your price stays the same. Next charge: $950.00 on Dec 13, 2026.",
  });
  expect(describeChange(null, 95_000, "2026-12-13")).toEqual({
    summary: "From Dec 13, 2026: $950 per month",
    details: "Next charge: $950.00 on Dec 13, 2026.",
  });
});

test.each([null, "2026-11-24", "2026-11-01"])("names no date when the next charge is %s", (nextCharge) => {
  expect(describeChange(95_000, 240_000, nextCharge)).toEqual({
    summary: "From your next charge: $2,400 instead of $950 per month",
    details: "You pay $1,450 more per month. Next charge: $2,400.00.",
  });
});
