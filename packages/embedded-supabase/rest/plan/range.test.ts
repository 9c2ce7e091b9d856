import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { restError } from "#src/test-support/rest-error.ts";
import { emptyLevel } from "../parse/syntax.ts";
import { applyRange, contentRange, rangeStatus } from "./range.ts";

const apply = (header: string | undefined, level: { limit?: number | null; offset?: number } = {}) => {
  const applied = { ...emptyLevel(), ...level };
  applyRange(applied, header);
  return { limit: applied.limit, offset: applied.offset };
};

// See https://docs.postgrest.org/en/stable/references/api/pagination_count.html#limits-and-pagination
describe("the Range header", () => {
  test.each([
    ["0-9", { limit: 10, offset: 0 }],
    ["10-14", { limit: 5, offset: 10 }],
    ["3-3", { limit: 1, offset: 3 }],
    ["5-", { limit: null, offset: 5 }],
  ])("%s sets limit and offset", (header, expected) => {
    expect(apply(header)).toEqual(expected);
  });

  test.each([
    undefined,
    "",
    "bytes=0-9",
    "items 0-9",
    "-5",
    "a-b",
    "0-9,20-29",
    "0 - 9",
    "-",
  ])("%j is ignored", (header) => {
    expect(apply(header, { limit: 7, offset: 2 })).toEqual({ limit: 7, offset: 2 });
  });

  test("with an end before its start is rejected", () => {
    expect(() => apply("10-9")).toThrow(restError(416, "PGRST103"));
    expect(() => apply("10-9", { offset: 20 })).toThrow(restError(416, "PGRST103"));
  });

  test("combined with limit and offset selects the rows that both select", () => {
    const bound = fc.nat(30);
    const optional = fc.option(bound, { nil: null });
    fc.assert(
      fc.property(bound, optional, bound, optional, (from, length, offset, limit) => {
        const to = length === null ? null : from + length;
        const rows = Array.from({ length: 100 }, (_, index) => index);
        const selectedByBoth = rows.filter(
          (row) =>
            row >= from &&
            (to === null || row <= to) &&
            row >= offset &&
            (limit === null || row < offset + limit),
        );
        const applied = apply(`${from}-${to ?? ""}`, { limit, offset });
        const end = applied.limit === null ? undefined : applied.offset + applied.limit;
        expect(rows.slice(applied.offset, end)).toEqual(selectedByBoth);
      }),
    );
  });
});

describe("Content-Range", () => {
  test.each([
    [0, 9, 25, "0-9/25"],
    [20, 24, 25, "20-24/25"],
    [0, 9, null, "0-9/*"],
    [0, 0, 1, "0-0/1"],
    [0, -1, 0, "*/0"],
    [0, -1, null, "*/*"],
    [30, 29, 25, "*/25"],
  ])("of rows %i to %i of %s is %s", (first, last, total, header) => {
    expect(contentRange(first, last, total)).toBe(header);
  });
});

describe("the status", () => {
  test("is 200 unless the rows were counted", () => {
    expect(rangeStatus(0, 10, null)).toBe(200);
    expect(rangeStatus(1_000, 0, null)).toBe(200);
  });

  test("is 206 for a part of the counted rows and 200 for all of them", () => {
    expect(rangeStatus(0, 10, 25)).toBe(206);
    expect(rangeStatus(20, 5, 25)).toBe(206);
    expect(rangeStatus(0, 25, 25)).toBe(200);
    expect(rangeStatus(0, 0, 0)).toBe(200);
  });

  test("is 416 for an offset beyond the last counted row, but not for one at the end", () => {
    expect(rangeStatus(25, 0, 25)).toBe(206);
    expect(() => rangeStatus(26, 0, 25)).toThrow(
      restError(416, "PGRST103", {
        details: "An offset of 26 was requested, but there are only 25 rows.",
      }),
    );
  });
});
