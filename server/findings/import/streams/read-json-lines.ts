import { ImportError } from "#server/findings/import/import-error.ts";
import { decodeText } from "./decode-text.ts";

/** In characters. Rows of long conversations and the digest of garak have several MB. */
const MAX_LINE_LENGTH = 8 * 1024 * 1024;

/** Reads a file with one JSON value per line. Line numbers start at 1. Skips empty lines. */
export async function* readJsonLines(
  stream: AsyncIterable<Uint8Array>,
): AsyncGenerator<{ line: number; value: unknown }> {
  for await (const { line, text } of readLines(stream)) {
    yield { line, value: parseLine(text, line) };
  }
}

/** The first line that is not empty, or null if it is longer than the limit of a line. */
export async function readFirstLine(stream: AsyncIterable<Uint8Array>): Promise<string | null> {
  let text = "";
  for await (const chunk of decodeText(stream)) {
    text = (text + chunk).trimStart();
    const end = text.indexOf("\n");
    if (end >= 0) {
      return text.slice(0, end);
    }
    if (text.length > MAX_LINE_LENGTH) {
      return null;
    }
  }
  return text;
}

async function* readLines(stream: AsyncIterable<Uint8Array>): AsyncGenerator<{ line: number; text: string }> {
  let rest = "";
  let line = 1;
  for await (const chunk of decodeText(stream)) {
    let start = 0;
    for (let end = chunk.indexOf("\n"); end >= 0; end = chunk.indexOf("\n", start)) {
      const text = checkLength(rest + chunk.slice(start, end), line);
      if (text.trim() !== "") {
        yield { line, text };
      }
      rest = "";
      line += 1;
      start = end + 1;
    }
    rest = checkLength(rest + chunk.slice(start), line);
  }
  if (rest.trim() !== "") {
    yield { line, text: rest };
  }
}

function checkLength(text: string, line: number): string {
  if (text.length > MAX_LINE_LENGTH) {
    throw new ImportError(`Line ${line} is longer than 8 MB.`);
  }
  return text;
}

function parseLine(text: string, line: number): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch (error) {
    throw new ImportError(`Line ${line} is not valid JSON.`, { cause: error });
  }
}
