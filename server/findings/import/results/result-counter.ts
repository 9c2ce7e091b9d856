import { MAX_IMPORT_RESULTS, type SkipReason } from "#domain/findings/import/imported-finding.ts";
import { ImportError } from "#server/findings/import/import-error.ts";

/** Counts the results of a file, and those that are skipped. */
export function createResultCounter(maxResults = MAX_IMPORT_RESULTS) {
  let resultCount = 0;
  let rows = 0;
  const skipped: Partial<Record<SkipReason, number>> = {};
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
    skip(reason: SkipReason, count = 1): void {
      resultCount += count;
      if (count > 0) {
        skipped[reason] = (skipped[reason] ?? 0) + count;
      }
    },
    totals: () => ({ resultCount, skipped }),
  };
}
