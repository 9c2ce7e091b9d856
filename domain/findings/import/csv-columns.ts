/** The columns that a CSV file of findings must have. */
export const REQUIRED_CSV_COLUMNS = ["title", "severity"] as const;

/** The columns of the CSV format, in any order. Other columns are ignored. */
export const CSV_COLUMNS = [
  ...REQUIRED_CSV_COLUMNS,
  "asset",
  "description",
  "impact",
  "evidence",
  "recommendation",
  "tags",
  "mappings",
  "id",
] as const;
export type CsvColumn = (typeof CSV_COLUMNS)[number];
