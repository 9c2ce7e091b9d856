import fc from "fast-check";
import { expect, test } from "vitest";
import { shortenLine, shortenText } from "./shorten.ts";

test("cuts at a word", () => {
  expect(shortenLine("one two three four", 14)).toBe("one two three…");
  expect(shortenText("one two three four five six", 25)).toBe("one two three…(shortened)");
});

test("keeps texts within the limit", () => {
  expect(shortenLine("one two", 7)).toBe("one two");
});

test("never exceeds the limit and never cuts a character", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: 20, max: 40 }), (text, maxLength) => {
      const short = shortenText(text, maxLength);
      expect(short.length).toBeLessThanOrEqual(maxLength);
      expect(short.isWellFormed()).toBe(true);
    }),
  );
});
