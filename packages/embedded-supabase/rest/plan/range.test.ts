import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { restError } from "#src/test-support/rest-error.ts";
import { createQueryLevel } from "../parse/syntax.ts";
import { applyRange, formatContentRange, getRangeStatus } from "./range.ts";

const apply = (header: string | undefined, level: { limit?: number | null; offset?: number } = {}) => {
  const applied = { ...createQueryLevel(), ...level };
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
  ])("Range: %s sets limit and offset", (header, expected) => {
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
  ])("ignores the Range header %j", (header) => {
    expect(apply(header, { limit: 7, offset: 2 })).toEqual({ limit: 7, offset: 2 });
  });

  test("rejects a range that ends before it starts", () => {
    expect(() => apply("10-9")).toThrow(restError(416, "PGRST103"));
    expect(() => apply("10-9", { offset: 20 })).toThrow(restError(416, "PGRST103"));
  });

  test("combines the Range header with limit and offset so that both apply", () => {
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
        const applyBoth = () => apply(`${from}-${to ?? ""}`, { limit, offset });
        const hasCommonRows =
          limit === 0 ||
          Math.max(from, offset) <=
            Math.min(to ?? Number.POSITIVE_INFINITY, offset + (limit ?? Number.POSITIVE_INFINITY) - 1);
        if (!hasCommonRows) {
          expect(applyBoth).toThrow(restError(416, "PGRST103"));
          return;
        }
        const applied = applyBoth();
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
  ])("formats rows %i to %i of %s as %s", (first, last, total, header) => {
    expect(formatContentRange(first, last, total)).toBe(header);
  });
});

describe("the status", () => {
  test("returns 200 if the rows were not counted", () => {
    expect(getRangeStatus(0, 10, null)).toBe(200);
    expect(getRangeStatus(1_000, 0, null)).toBe(200);
  });

  test("returns 206 for some of the counted rows and 200 for all of them", () => {
    expect(getRangeStatus(0, 10, 25)).toBe(206);
    expect(getRangeStatus(20, 5, 25)).toBe(206);
    expect(getRangeStatus(0, 25, 25)).toBe(200);
    expect(getRangeStatus(0, 0, 0)).toBe(200);
  });

  test("returns 416 for an offset greater than the total, but not for one equal to it", () => {
    expect(getRangeStatus(25, 0, 25)).toBe(206);
    expect(() => getRangeStatus(26, 0, 25)).toThrow(
      restError(416, "PGRST103", {
        details: "An offset of 26 was requested, but there are only 25 rows.",
      }),
    );
  });
});
