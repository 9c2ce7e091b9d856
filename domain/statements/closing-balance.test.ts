import { expect, test } from "vitest";
import { cents } from "#domain/money/money.ts";
import { describeClosingBalance } from "./closing-balance.ts";

test.each([
  [150_000, "Left to pay at the end of the period, including amounts that weren't due yet."],
  [0, "Nothing was left to pay at the end of the period."],
  [-5_000, "Paid beyond the invoiced amounts at the end of the period."],
])("explains a closing balance of %i cents", (closing, expected) => {
  expect(describeClosingBalance(cents(closing))).toBe(expected);
});
