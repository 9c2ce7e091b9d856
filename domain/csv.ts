/** Without it a spreadsheet takes the text for another encoding than UTF-8. */
const BYTE_ORDER_MARK = "\uFEFF";

/** Rows of texts, the header first, as comma-separated values (RFC 4180). */
export function asCsv(rows: readonly (readonly string[])[]): string {
  return `${BYTE_ORDER_MARK}${rows.map((row) => row.map(cell).join(",")).join("\r\n")}\r\n`;
}

/** Cents as a spreadsheet reads an amount: dollars with two decimals. */
export function csvDollars(cents: number): string {
  return (cents / 100).toFixed(2);
}

/** A spreadsheet would run a cell that begins like a formula: an apostrophe makes it a text. */
function cell(text: string): string {
  const harmless = /^[=+\-@\t\r\n]/.test(text) ? `'${text}` : text;
  return `"${harmless.replaceAll('"', '""')}"`;
}
