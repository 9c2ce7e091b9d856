import { expect, test } from "vitest";
import { groupBy } from "./group-by.ts";

test("groups items by key, in the order of their first occurrence", () => {
  expect([...groupBy(["pear", "apple", "plum"], (fruit) => fruit[0])]).toEqual([
    ["p", ["pear", "plum"]],
    ["a", ["apple"]],
  ]);
  expect(groupBy([], String).size).toBe(0);
});
