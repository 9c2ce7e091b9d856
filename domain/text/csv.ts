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

const STARTS_FORMULA = /^[=+\-@＝＋－＠]/;
const STARTS_CELL = /^[\t\r\n]/;
const NEGATIVE_AMOUNT = /^-\d+(\.\d+)?$/;
/** Characters that can end a cell in a spreadsheet that expects another separator, with spaces and quotes around them. */
const SEPARATORS = /[;\s"]+/g;

/**
 * Adds an apostrophe to text that a spreadsheet would run as a formula, also after a semicolon, tab or line break, where
 * a spreadsheet with another separator starts a new cell. Negative amounts stay numbers.
 */
function escapeCell(text: string): string {
  if (NEGATIVE_AMOUNT.test(text)) {
    return `"${text}"`;
  }
  const escaped = text.replaceAll(SEPARATORS, (run, offset: number) =>
    startsFormula(run, text.slice(offset + run.length, offset + run.length + 2)) ? `${run}'` : run,
  );
  const isFormula = STARTS_FORMULA.test(text) || STARTS_CELL.test(text);
  return `"${(isFormula ? `'${escaped}` : escaped).replaceAll('"', '""')}"`;
}

/** List items in Markdown, which start with a hyphen or plus and a space, stay as they are after a line break. */
function startsFormula(separators: string, next: string): boolean {
  return (
    STARTS_FORMULA.test(next) &&
    (/[;\t]/.test(separators) || (/[\r\n]/.test(separators) && !/^[+-] /.test(next)))
  );
}
