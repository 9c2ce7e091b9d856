import type { Cents } from "#domain/money/money.ts";

/** The byte order mark, which spreadsheets need to detect UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF";

/** Formats rows, header first, as CSV (RFC 4180) for spreadsheets. */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return `${BYTE_ORDER_MARK}${toPlainCsv(rows)}`;
}

/** Formats rows as CSV without a byte order mark, for programs that would read it as part of the first heading. */
export function toPlainCsv(rows: readonly (readonly string[])[]): string {
  return `${rows.map((row) => row.map(escapeCell).join(",")).join("\r\n")}\r\n`;
}

/** Formats cents as dollars with two decimals, without a currency sign. */
export function formatCsvDollars(cents: Cents): string {
  return (cents / 100).toFixed(2);
}

/** Prefixes an apostrophe to text that a spreadsheet would run as a formula. Negative amounts stay numbers. */
function escapeCell(text: string): string {
  const isFormula = /^[=+\-@＝＋－＠\t\r\n]/.test(text) && !/^-\d+(\.\d+)?$/.test(text);
  return `"${(isFormula ? `'${text}` : text).replaceAll('"', '""')}"`;
}
