import { expect, test } from "vitest";
import { cents } from "#domain/money/money.ts";
import { describeClosingBalance, isPayable } from "./closing-balance.ts";

test.each([
  [150_000, "Left to pay at the end of the period, including amounts that weren't due yet."],
  [0, "Nothing was left to pay at the end of the period."],
  [-5_000, "Overpaid at the end of the period."],
])("explains a closing balance of %i cents", (closing, expected) => {
  expect(describeClosingBalance(cents(closing))).toBe(expected);
});

test.each([
  [150_000, 150_000, true],
  [150_000, 0, false],
  [0, 150_000, false],
  [-5_000, 0, false],
])("a closing balance of %i cents is payable if %i cents are owed now: %s", (closing, due, expected) => {
  expect(isPayable({ closingCents: cents(closing), balanceDueCents: cents(due) })).toBe(expected);
});
