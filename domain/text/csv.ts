import type { Cents } from "#domain/money/money.ts";

/** The byte order mark, which spreadsheets need to detect UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF";

/** Formats rows, header first, as CSV (RFC 4180). */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return `${BYTE_ORDER_MARK}${rows.map((row) => row.map(escapeCell).join(",")).join("\r\n")}\r\n`;
}

/** Formats cents as dollars with two decimals, without a currency sign. */
export function formatCsvDollars(cents: Cents): string {
  return (cents / 100).toFixed(2);
}

/** Prefixes an apostrophe to text that a spreadsheet would run as a formula. */
function escapeCell(text: string): string {
  const literalText = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return `"${literalText.replaceAll('"', '""')}"`;
}
