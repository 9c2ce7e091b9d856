import { expect, test } from "vitest";
import { cleanName } from "./clean-name.ts";

test("returns a name of up to 500 characters on one line", () => {
  expect(cleanName("  dan.\nDanInTheWild\u202e ")).toBe("dan. DanInTheWild");
  expect(cleanName("a".repeat(500))).toBe("a".repeat(500));
});

test("shortens a longer name, and keeps names distinct", () => {
  const name = cleanName("a".repeat(501));
  expect(name).toMatch(/^a{500}… [0-9a-f]{16}$/);
  expect(cleanName("a".repeat(501))).toBe(name);
  expect(cleanName("a".repeat(502))).not.toBe(name);
  expect(cleanName(`${"a".repeat(10_000)}b`)).not.toBe(cleanName(`${"a".repeat(10_000)}c`));
});

test("does not split a surrogate pair", () => {
  expect(cleanName(`${"a".repeat(499)}\u{1f600}\u{1f600}`).isWellFormed()).toBe(true);
});
