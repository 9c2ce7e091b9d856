import { expect, test } from "vitest";
import { shortenName } from "./shorten-name.ts";

test("shortens names of more than 60 characters", () => {
  expect(shortenName("a".repeat(60))).toBe("a".repeat(60));
  expect(shortenName("a".repeat(61))).toBe(`${"a".repeat(59)}…`);
  expect(shortenName(`${"a".repeat(58)} ${"b".repeat(9)}`)).toBe(`${"a".repeat(58)}…`);
});
