import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatDollars, formatThousands, percentOf, toCents } from "#domain/money/money.ts";

describe("toCents", () => {
  test.each([
    ["0", 0],
    ["0.01", 1],
    ["1234.56", 123_456],
    ["1234.5", 123_450],
    ["12.", 1200],
    [1.005, 101],
    ["1.005", 101],
    ["1.0049", 100],
    [0.1 + 0.2, 30],
    [19.99 * 3, 5997],
    [-0.01, -1],
    ["-0.00", 0],
    [9_999_999_999.99, 999_999_999_999],
    [null, 0],
    [undefined, 0],
  ])("%s dollars are %s cents", (dollars, cents) => {
    expect(toCents(dollars)).toBe(cents);
  });

  test.each([
    "",
    "abc",
    "1,000",
    "1e3",
    "$5",
    Number.NaN,
    Number.POSITIVE_INFINITY,
    "99999999999999999999",
  ])("rejects %s", (dollars) => {
    expect(() => toCents(dollars)).toThrow(RangeError);
  });

  test("converts every storable amount exactly, as a number and as a string", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (cents) => {
        expect(toCents(cents / 100)).toBe(cents);
        expect(toCents((cents / 100).toFixed(2))).toBe(cents);
      }),
    );
  });
});

test("formats US dollars", () => {
  expect(formatDollars(123_456)).toBe("$1,234.56");
  expect(formatDollars(0)).toBe("$0.00");
  expect(formatDollars(-5)).toBe("-$0.05");
  expect(formatDollars(123_456_789)).toBe("$1,234,567.89");
});

test.each([
  [0, "$0K"],
  [49_999, "$0K"],
  [50_000, "$1K"],
  [1_249_999, "$12K"],
  [1_250_000, "$13K"],
  [123_456_700, "$1,235K"],
  [-1_200_000, "-$12K"],
  [-1, "$0K"],
])("%s cents are %s on the dashboard", (cents, text) => {
  expect(formatThousands(cents)).toBe(text);
});

test("rounds percentages, clamps them to 0–100, and returns 0 for a zero whole", () => {
  expect(percentOf(1, 3)).toBe(33);
  expect(percentOf(1, 200)).toBe(1);
  expect(percentOf(5, 0)).toBe(0);
  expect(percentOf(0, 0)).toBe(0);
  expect(percentOf(150, 100)).toBe(100);
  expect(percentOf(-1, 100)).toBe(0);
});
