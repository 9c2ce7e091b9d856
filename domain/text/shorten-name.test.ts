import { expect, test } from "vitest";
import { shortenName } from "./shorten-name.ts";

test("shortens names of more than 30 characters", () => {
  expect(shortenName("a".repeat(30))).toBe("a".repeat(30));
  expect(shortenName("a".repeat(31))).toBe(`${"a".repeat(29)}…`);
  expect(shortenName(`${"a".repeat(28)} ${"b".repeat(9)}`)).toBe(`${"a".repeat(28)}…`);
});
