import * as fc from "fast-check";
import { expect, test } from "vitest";
import { mergeRanges, overlapsAny } from "./time-ranges.ts";

const anyRange = fc
  .tuple(fc.integer({ min: 0, max: 60 }), fc.integer({ min: 0, max: 15 }))
  .map(([start, length]) => ({ start, end: start + length }));

test("sorts ranges, merges those that touch, and drops empty ones", () => {
  const ranges = [
    { start: 5, end: 7 },
    { start: 1, end: 3 },
    { start: 3, end: 4 },
    { start: 9, end: 9 },
  ];
  expect(mergeRanges(ranges)).toEqual([
    { start: 1, end: 4 },
    { start: 5, end: 7 },
  ]);
});

test("finds the same overlaps as a comparison with every range", () => {
  fc.assert(
    fc.property(fc.array(anyRange), anyRange, (ranges, range) => {
      const overlaps = ranges.some(
        (each) => each.start < each.end && each.start < range.end && range.start < each.end,
      );
      expect(overlapsAny(mergeRanges(ranges), range)).toBe(overlaps && range.start < range.end);
    }),
  );
});
