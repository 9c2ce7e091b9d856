import { expect, test } from "vitest";
import {
  draftSubtotal,
  draftTotal,
  isQuantity,
  isWholeQuantity,
  lineAmount,
} from "#domain/invoices/drafts/draft-amounts.ts";
import { cents } from "#domain/money/money.ts";

test.each([
  ["1", true],
  ["2.5", true],
  ["0.01", true],
  ["99999.99", true],
  ["0", false],
  ["0.00", false],
  ["1.005", false],
  ["100000", false],
  ["-1", false],
  ["1e3", false],
  ["", false],
])("quantity %s is accepted: %s", (text, expected) => {
  expect(isQuantity(text)).toBe(expected);
});

test.each([
  ["1", 180_00, 180_00],
  ["2.5", 180_00, 450_00],
  ["0.01", 49, 0],
  ["0.01", 50, 1],
  ["0.33", 100_01, 33_00],
  ["3", 33_33, 99_99],
  ["99999.99", 100_000_000, 9_999_999_000_000],
])("%s at %i cents is %i cents, rounded half up", (quantity, unitCents, expected) => {
  expect(lineAmount(quantity, cents(unitCents))).toBe(expected);
});

test("throws for text that is not a quantity", () => {
  expect(() => lineAmount("two", cents(1))).toThrow("not a quantity: two");
});

test("recognizes whole quantities, for which no rounding is necessary", () => {
  expect(["1", "12.0", "12.00"].map(isWholeQuantity)).toEqual([true, true, true]);
  expect(["1.5", "0.01"].map(isWholeQuantity)).toEqual([false, false]);
});

test("subtracts the discount from the sum of the lines", () => {
  const lines = [{ amountCents: cents(100_00) }, { amountCents: cents(50_50) }];
  expect(draftSubtotal(lines)).toBe(150_50);
  expect(draftTotal({ lines, discountCents: cents(10_25) })).toBe(140_25);
});
