import type { ExportFile } from "#domain/accounting/accounting-records.ts";

/** Maximum number of records and rows per file. Rows include the header. */
export type FileLimits = { maxRecords: number; maxRows: number };

/**
 * Splits records into files that an importer accepts. The rows of one record stay together. Numbers the files if there
 * are several: invoices-1.csv, invoices-2.csv.
 */
export function splitIntoFiles(
  name: string,
  header: readonly string[],
  records: readonly (readonly string[][])[],
  { maxRecords, maxRows }: FileLimits,
): ExportFile[] {
  const groups: string[][][] = [[]];
  let recordCount = 0;
  for (const rows of records) {
    const group = groups.at(-1) ?? [];
    const isFull = recordCount === maxRecords || group.length + rows.length + 1 > maxRows;
    if (isFull && group.length > 0) {
      groups.push([...rows]);
      recordCount = 1;
    } else {
      group.push(...rows);
      recordCount += 1;
    }
  }
  return groups.map((rows, index) => ({
    name: groups.length === 1 ? `${name}.csv` : `${name}-${index + 1}.csv`,
    rows: [[...header], ...rows],
  }));
}
