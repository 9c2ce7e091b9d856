import { expect, test } from "vitest";
import { formatSkipped } from "./import-preview.ts";
import type { ResultTotals } from "./imported-finding.ts";

const totals = (
  count: number,
  positions: number[],
  positionUnit: "line" | "result" = "line",
): ResultTotals => ({
  resultCount: count,
  skipped: { passed: count },
  positions: { passed: positions },
  positionUnit,
});

test.each([
  [totals(1, [3]), "1 result skipped: passed (line 3)"],
  [totals(2, [3, 1_204], "result"), "2 results skipped: passed (results 3 and 1,204)"],
  [totals(5, [1, 2, 3, 4, 5]), "5 results skipped: passed (lines 1, 2, 3, 4, and 5)"],
  [totals(6, [1, 2, 3, 4, 5]), "6 results skipped: passed (lines 1, 2, 3, 4, 5 and more)"],
  // A line of a report can contain several results.
  [totals(40, [7]), "40 results skipped: passed (line 7)"],
  [totals(3, []), "3 results skipped: passed"],
])("describes the results that are skipped in %j", (skipped, text) => {
  expect(formatSkipped("passed", skipped)).toBe(text);
});
