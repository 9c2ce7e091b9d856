import { expect, test } from "vitest";
import { listWideCards } from "./wide-cards.ts";

test.each([
  ["ab", "", ""],
  ["abc", "", ""],
  ["ab", "a", "a"],
  ["ab", "b", "ab"],
  ["abc", "b", "ab"],
  ["abcd", "d", "cd"],
  ["abcd", "b", "ab"],
  ["abc", "c", "c"],
  ["abcd", "bd", "abcd"],
  ["abcd", "cd", "cd"],
])("of the cards %s with %s open, %s span both columns", (ids, openIds, expected) => {
  expect(listWideCards([...ids], new Set(openIds)).join("")).toBe(expected);
});
