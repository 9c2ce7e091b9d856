import { expect, test } from "vitest";
import { counted, pluralOf } from "#domain/counted.ts";

test("one thing is singular, none and several are plural, thousands have a comma", () => {
  expect([0, 1, 2, 1204].map((count) => counted(count, "run"))).toEqual([
    "0 runs",
    "1 run",
    "2 runs",
    "1,204 runs",
  ]);
  expect([1, 2].map((count) => counted(count, "draft"))).toEqual(["1 draft", "2 drafts"]);
});

test("a y after a consonant becomes ies, one after a vowel stays", () => {
  expect(["inquiry", "entry", "day", "earlier message"].map(pluralOf)).toEqual([
    "inquiries",
    "entries",
    "days",
    "earlier messages",
  ]);
});
