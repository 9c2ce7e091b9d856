import { expect, test } from "vitest";
import { formatImportReport, formatInvalidRows, formatSkipped } from "./import-preview.ts";
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
  invalidRows: [],
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

const csvTotals = (resultCount: number, invalid: number): ResultTotals => ({
  resultCount,
  ...{ skipped: { invalid }, positions: {}, positionUnit: "result" },
  invalidRows: Array.from({ length: invalid }, (_, index) => ({ row: index + 2, problem: "" })),
});

test.each([
  [5, 0, null],
  [5, 1, "1 of 5 rows has errors. Correct the file and choose it again, or import the other 4 rows."],
  [5, 4, "4 of 5 rows have errors. Correct the file and choose it again, or import the other row."],
  [5, 5, "All 5 rows have errors. Correct the file and choose it again."],
  [1, 1, "The only row has errors. Correct the file and choose it again."],
])("describes %i rows of which %i have errors", (count, invalid, text) => {
  expect(formatInvalidRows(csvTotals(count, invalid))).toBe(text);
});

test("reports what an import stored and skipped", () => {
  const report = (invalid: number, published: number) =>
    formatImportReport({
      ...csvTotals(6, invalid),
      ...{ tool: "", findings: [], counts: { create: 1, update: 0, published } },
      mapping: { severities: [], categories: [], otherCount: 0, columns: null },
    });
  expect(report(0, 0)).toBe("1 draft created, 0 updated");
  expect(report(2, 3)).toBe("1 draft created, 0 updated. Skipped: 2 rows with errors, 3 already published");
});
