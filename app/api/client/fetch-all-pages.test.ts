import { expect, test } from "vitest";
import { fetchAllPages } from "./fetch-all-pages.ts";

test.each([0, 999, 1000, 2500])("returns all of %i rows", async (count) => {
  const stored = Array.from({ length: count }, (_, index) => index);
  expect(await fetchAllPages(async (first, last) => stored.slice(first, last + 1))).toEqual(stored);
});
