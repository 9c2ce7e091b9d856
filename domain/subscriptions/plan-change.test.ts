import { expect, test } from "vitest";
import { cents } from "#domain/money/money.ts";
import { describePlanChange } from "./plan-change.ts";

const ANSWER = "We'll reply within 24 hours and confirm when the change takes effect.";

const describeChange = (current: number | null, next: number) =>
  describePlanChange({ currentPrice: current === null ? null : cents(current), newPrice: cents(next) });

test("shows how much more an upgrade costs per month, without a date or a charge", () => {
  expect(describeChange(240_000, 520_000)).toEqual({
    summary: "New price: $5,200 per month instead of $2,400",
    details: `That's $2,800 more per month. ${ANSWER}`,
  });
});

test("shows how much less a downgrade costs per month", () => {
  expect(describeChange(240_000, 95_050)).toEqual({
    summary: "New price: $950.50 per month instead of $2,400",
    details: `That's $1,449.50 less per month. ${ANSWER}`,
  });
});

test("the price can stay the same or be unknown", () => {
  expect(describeChange(95_000, 95_000)).toEqual({
    summary: "New price: $950 per month",
    details: `Your price stays the same. ${ANSWER}`,
  });
  expect(describeChange(null, 95_000)).toEqual({ summary: "New price: $950 per month", details: ANSWER });
});
