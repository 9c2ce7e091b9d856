import { expect, test } from "vitest";
import { isInYearRange } from "./year-range.ts";

test.each([
  ["1999-12-31", false],
  ["2000-01-01", true],
  ["2099-12-31T23:59:59-14:00", true],
  ["2100-01-01", false],
  ["9999-12-31T23:59:59Z", false],
  ["", false],
])("%j: %s", (text, isIn) => {
  expect(isInYearRange(text)).toBe(isIn);
});
