import { ImportError } from "#server/findings/import/import-error.ts";

/** In characters. The parser reads an incomplete row again with each chunk, which takes very long for a long row. */
const MAX_ROW_LENGTH = 1024 * 1024;

const QUOTE = 0x22;
const LINE_BREAK = 0x0a;

/** @throws {ImportError} if a row of CSV is too long, such as after a quotation mark that is not closed. */
export async function* limitCsvRows(
  stream: AsyncIterable<string>,
  delimiter: string,
): AsyncGenerator<string> {
  const delimiterCode = delimiter.charCodeAt(0);
  let isQuoted = false;
  let previous = LINE_BREAK;
  let row = 1;
  let rowLength = 0;
  for await (const chunk of stream) {
    for (let index = 0; index < chunk.length; index += 1) {
      const code = chunk.charCodeAt(index);
      rowLength += 1;
      if (code === QUOTE) {
        // A quotation mark in the middle of a cell without quotes is text.
        const opens = previous === QUOTE || previous === delimiterCode || previous === LINE_BREAK;
        isQuoted = !isQuoted && opens;
      } else if (code === LINE_BREAK && !isQuoted) {
        row += 1;
        rowLength = 0;
      }
      previous = code;
    }
    if (rowLength > MAX_ROW_LENGTH) {
      throw new ImportError(`Row ${row} is longer than 1 MB. Check its quotation marks.`);
    }
    yield chunk;
  }
}
