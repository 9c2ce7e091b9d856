import { expect, test } from "vitest";
import { formatRecoveryCode, parseRecoveryCode } from "./recovery-code.ts";

test.each([
  ["7h2k-mqxt-c4ey-zc8v", "7h2kmqxtc4eyzc8v"],
  [" 7H2K MQXT C4EY ZC8V\n", "7h2kmqxtc4eyzc8v"],
  ["7h2k-mqxt-c4ey-zc8", null],
  ["7h2k-mqxt-c4ey-zc8v2", null],
  ["7h2k-mqxt-c4ey-zc8o", null],
  ["", null],
])("parses %j as %j", (text, code) => {
  expect(parseRecoveryCode(text)).toBe(code);
});

test("a formatted code can be parsed", () => {
  expect(formatRecoveryCode("7h2kmqxtc4eyzc8v")).toBe("7h2k-mqxt-c4ey-zc8v");
  expect(parseRecoveryCode(formatRecoveryCode("7h2kmqxtc4eyzc8v"))).toBe("7h2kmqxtc4eyzc8v");
});
