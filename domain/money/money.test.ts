import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  addCents,
  cents,
  type Dollars,
  dollars,
  formatCompactDollars,
  formatDollars,
  formatPrice,
  formatThousands,
  subtractCents,
  sumCents,
  toCents,
  toDollars,
  toPercent,
  ZERO_CENTS,
} from "#domain/money/money.ts";

const MAX_CENTS = Number.MAX_SAFE_INTEGER;

/** Returns an unvalidated value, like the values in an API response. */
function toUncheckedDollars(json: string): Dollars {
  return JSON.parse(json);
}

describe("cents", () => {
  test.each([0, 1, -1, MAX_CENTS, -MAX_CENTS])("accepts %d", (value) => {
    expect(cents(value)).toBe(value);
  });

  test.each([
    0.5,
    -0.01,
    100.000_001,
    2 ** 53,
    -(2 ** 53),
    Number.NaN,
    Number.POSITIVE_INFINITY,
  ])("rejects %d", (value) => {
    expect(() => cents(value)).toThrow(`not whole cents: ${value}`);
  });
});

describe("arithmetic with cents", () => {
  test("sums amounts, and returns zero for none", () => {
    expect(sumCents([cents(10), cents(-3), cents(5)])).toBe(12);
    expect(sumCents([])).toBe(ZERO_CENTS);
  });

  test("adds and subtracts amounts, including negative ones", () => {
    expect(addCents(cents(1), cents(2))).toBe(3);
    expect(addCents(cents(1), cents(-2))).toBe(-1);
    expect(subtractCents(cents(1), cents(2))).toBe(-1);
    expect(subtractCents(cents(2), cents(2))).toBe(0);
  });

  test("rejects a result that is no longer exact", () => {
    expect(() => sumCents([cents(MAX_CENTS), cents(1)])).toThrow(RangeError);
    expect(() => addCents(cents(MAX_CENTS), cents(1))).toThrow(RangeError);
    expect(() => subtractCents(cents(-MAX_CENTS), cents(1))).toThrow(RangeError);
    expect(addCents(cents(MAX_CENTS), cents(-1))).toBe(MAX_CENTS - 1);
  });

  test("subtracts what was added", () => {
    const amount = fc.integer({ min: -99_999_999_999, max: 99_999_999_999 }).map(cents);
    fc.assert(
      fc.property(amount, amount, (one, other) => {
        expect(subtractCents(addCents(one, other), other)).toBe(one);
        expect(sumCents([one, other])).toBe(addCents(other, one));
      }),
    );
  });
});

describe("dollars", () => {
  test.each([0, 12.5, -0.01, 999_999_999_999.99, "12.50", "0", "-7.", "  3.20 "])("accepts %j", (value) => {
    expect(dollars(value)).toBe(value);
  });

  test.each([
    "",
    " ",
    ".5",
    "abc",
    "1,000",
    "1e3",
    "0x10",
    "$5",
    "--1",
    "+1",
    "NaN",
    "Infinity",
    Number.NaN,
    Number.POSITIVE_INFINITY,
    1e15,
  ])("rejects %j", (value) => {
    expect(() => dollars(value)).toThrow(RangeError);
  });
});

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
    ["0.004999", 0],
    ["0.005", 1],
    ["-0.005", -1],
    ["-1.0049", -100],
    [0.1 + 0.2, 30],
    [19.99 * 3, 5997],
    [-0.01, -1],
    ["-0.00", 0],
    [9_999_999_999.99, 999_999_999_999],
    ["90071992547409.91", MAX_CENTS],
    ["-90071992547409.91", -MAX_CENTS],
  ])("converts %s dollars to %s cents", (amount, expected) => {
    expect(toCents(dollars(amount))).toBe(expected);
  });

  test("treats a missing amount as zero", () => {
    expect(toCents(null)).toBe(0);
    expect(toCents(undefined)).toBe(0);
  });

  test("rejects an amount that has no exact number of cents", () => {
    expect(() => toCents(dollars("90071992547409.92"))).toThrow(RangeError);
    expect(() => toCents(dollars("99999999999999999999"))).toThrow(RangeError);
  });

  test.each(['""', '"NaN"', '"Infinity"', "1e300"])("rejects %s from the database", (json) => {
    expect(() => toCents(toUncheckedDollars(json))).toThrow(RangeError);
  });

  test("converts every storable amount exactly, as a number and as a string", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999_999_999 }), (amount) => {
        expect(toCents(dollars(amount / 100))).toBe(amount);
        expect(toCents(dollars((amount / 100).toFixed(2)))).toBe(amount);
      }),
    );
  });
});

describe("toDollars", () => {
  test.each([
    [0, "0.00"],
    [5, "0.05"],
    [-5, "-0.05"],
    [105, "1.05"],
    [-123_456, "-1234.56"],
    [1_000_000, "10000.00"],
    [MAX_CENTS, "90071992547409.91"],
  ])("converts %d cents to %s dollars", (amount, expected) => {
    expect(toDollars(cents(amount))).toBe(expected);
  });

  test("is the inverse of toCents", () => {
    fc.assert(
      fc.property(fc.integer({ min: -MAX_CENTS, max: MAX_CENTS }), (amount) => {
        expect(toCents(toDollars(cents(amount)))).toBe(amount);
      }),
    );
  });
});

test("formats US dollars", () => {
  expect(formatDollars(cents(123_456))).toBe("$1,234.56");
  expect(formatDollars(ZERO_CENTS)).toBe("$0.00");
  expect(formatDollars(cents(-5))).toBe("-$0.05");
  expect(formatDollars(cents(123_456_789))).toBe("$1,234,567.89");
});

test.each([
  [0, "$0K"],
  [49_999, "$0K"],
  [50_000, "$1K"],
  [1_249_999, "$12K"],
  [1_250_000, "$13K"],
  [123_456_700, "$1,235K"],
  [-1_200_000, "-$12K"],
  [-49_999, "$0K"],
  [-50_000, "-$1K"],
  [-1, "$0K"],
])("formats %s cents as %s on the dashboard", (amount, text) => {
  expect(formatThousands(cents(amount))).toBe(text);
});

test("rounds percentages, clamps them to 0–100, and returns 0 for a zero whole", () => {
  expect(toPercent(1, 3)).toBe(33);
  expect(toPercent(1, 200)).toBe(1);
  expect(toPercent(1, 201)).toBe(0);
  expect(toPercent(5, 0)).toBe(0);
  expect(toPercent(0, 0)).toBe(0);
  expect(toPercent(5, -10)).toBe(0);
  expect(toPercent(150, 100)).toBe(100);
  expect(toPercent(-1, 100)).toBe(0);
});

test.each([
  [0, "$0"],
  [95_000, "$950"],
  [1_250_000, "$12.5K"],
  [160_000_000, "$1.6M"],
])("formats %d cents compactly as %s", (amount, text) => {
  expect(formatCompactDollars(cents(amount))).toBe(text);
});

test("formatPrice omits the cents of round prices only", () => {
  expect(formatPrice(cents(2_500_000))).toBe("$25,000");
  expect(formatPrice(cents(35_050))).toBe("$350.50");
  expect(formatPrice(ZERO_CENTS)).toBe("$0");
});
