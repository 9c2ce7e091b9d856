import { expect, test } from "vitest";
import { findDecimalError, formatHundredths, parseHundredths } from "./decimal-field.tsx";

test.each([
  ["1200", 120_000],
  ["$1,200.5", 120_050],
  ["0.29", 29],
  ["12.", 1_200],
  ["33.33%", 3_333],
])("parses %j", (text, value) => {
  expect(parseHundredths(text)).toBe(value);
});

test.each(["", "1e3", "-1", "1.005", "abc", "99999999999999999"])("rejects %j", (text) => {
  expect(parseHundredths(text)).toBeNaN();
});

test.each([
  ["", "Enter a price"],
  [" $ ", "Enter a price"],
  ["1.005", "Use at most two decimals"],
  ["1e3", undefined],
])("explains what is wrong with %j", (text, message) => {
  expect(findDecimalError(text, "Enter a price")).toBe(message);
});

test("formats hundredths without unneeded decimals", () => {
  expect(formatHundredths(120_000)).toBe("1200");
  expect(formatHundredths(1_050)).toBe("10.50");
  expect(formatHundredths(5)).toBe("0.05");
  expect(formatHundredths(Number.NaN)).toBe("");
});
