import { MAX_SKIP_POSITIONS } from "#domain/findings/import/import-preview.ts";
import {
  type InvalidRow,
  MAX_IMPORT_RESULTS,
  type PositionUnit,
  type ResultTotals,
  type SkipReason,
} from "#domain/findings/import/imported-finding.ts";
import { ImportError } from "#server/findings/import/import-error.ts";

/** Counts the results of a file, and those that are skipped, with the positions of the first ones. */
export function createResultCounter(maxResults = MAX_IMPORT_RESULTS) {
  let resultCount = 0;
  let rows = 0;
  let positionUnit: PositionUnit = "result";
  const skipped: ResultTotals["skipped"] = {};
  const positions: ResultTotals["positions"] = {};
  const invalidRows: InvalidRow[] = [];

  function locate(reason: SkipReason, position: number): void {
    const known = positions[reason] ?? [];
    if (known.length < MAX_SKIP_POSITIONS && known.at(-1) !== position) {
      positions[reason] = [...known, position];
    }
  }

  return {
    /** @throws {ImportError} if the file has more rows with results than the limit. */
    checkRow(): void {
      rows += 1;
      if (rows > maxResults) {
        throw new ImportError(
          `The file has more than ${maxResults.toLocaleString("en-US")} results. Split it into smaller files.`,
        );
      }
    },
    add(count: number): void {
      resultCount += count;
    },
    /** Skips the current result. Without a line, its position is its number. */
    skip(reason: SkipReason, line?: number): void {
      resultCount += 1;
      skipped[reason] = (skipped[reason] ?? 0) + 1;
      positionUnit = line === undefined ? "result" : "line";
      locate(reason, line ?? rows);
    },
    /** Skips a row of CSV. `problem` states what to correct. */
    skipRow(row: number, problem: string): void {
      resultCount += 1;
      skipped.invalid = (skipped.invalid ?? 0) + 1;
      invalidRows.push({ row, problem });
    },
    /** Skips results that were located before. */
    skipCount(reason: SkipReason, count: number): void {
      resultCount += count;
      if (count > 0) {
        skipped[reason] = (skipped[reason] ?? 0) + count;
      }
    },
    /** Records that results in a line are skipped. `skipCount` counts them. */
    locateLine(reason: SkipReason, line: number): void {
      positionUnit = "line";
      locate(reason, line);
    },
    totals: (): ResultTotals => ({ resultCount, skipped, positions, positionUnit, invalidRows }),
  };
}
