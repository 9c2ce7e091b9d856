import { expect, test } from "vitest";
import { formatCount, pluralize } from "#domain/text/pluralize.ts";

test("uses the singular for one, the plural otherwise, and a thousands separator", () => {
  expect([0, 1, 2, 1204].map((count) => formatCount(count, "run"))).toEqual([
    "0 runs",
    "1 run",
    "2 runs",
    "1,204 runs",
  ]);
  expect([1, 2].map((count) => formatCount(count, "draft"))).toEqual(["1 draft", "2 drafts"]);
});

test("pluralizes nouns ending in y", () => {
  expect(["inquiry", "entry", "day", "earlier message"].map(pluralize)).toEqual([
    "inquiries",
    "entries",
    "days",
    "earlier messages",
  ]);
});
