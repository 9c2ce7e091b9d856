import { Tokenizer, TokenParser, TokenType } from "@streamparser/json";
import { ImportError } from "#server/findings/import/import-error.ts";
import { createValueSizeLimit, MAX_VALUE_BYTES, valueTooLargeError } from "./limit-value-size.ts";

export type JsonPath = readonly (string | number | undefined)[];

/** Result files have about 15 levels. The parser needs memory for each level. */
const MAX_DEPTH = 200;
/** The tokenizer otherwise stores each digit and each escaped character of a token separately. */
const TOKEN_BUFFER_BYTES = 64 * 1024;

/**
 * Reads the values at the paths, such as `$.results.*`, of a JSON file without keeping the rest in memory.
 * @throws {ImportError} if the file is not JSON, is truncated or has a value that is too large.
 */
export async function readJsonValues(
  stream: AsyncIterable<Uint8Array>,
  paths: string[],
  onValue: (path: JsonPath, value: unknown) => void | Promise<void>,
): Promise<void> {
  const values: { path: JsonPath; value: unknown }[] = [];
  const parser = createParser(paths, (path, value) => values.push({ path, value }));
  for await (const chunk of stream) {
    parser.write(chunk);
    // After the parser returned, so that errors of the callback are not reported as errors of the file.
    for (const { path, value } of values.splice(0)) {
      await onValue(path, value);
    }
  }
  parser.end();
}

function createParser(paths: string[], onValue: (path: JsonPath, value: unknown) => void) {
  const tokenizer = new Tokenizer({
    stringBufferSize: TOKEN_BUFFER_BYTES,
    numberBufferSize: TOKEN_BUFFER_BYTES,
  });
  const tokenParser = new TokenParser({ paths, keepStack: false });
  const checkSize = createValueSizeLimit(paths);
  let depth = 0;
  let tokenOffset = 0;
  let chunkOffset = 0;
  let line = 1;
  tokenParser.onValue = ({ value, key, stack }) => {
    onValue([...stack.slice(1).map((element) => element.key), key], value);
  };
  tokenizer.onToken = (token) => {
    tokenOffset = token.offset;
    checkSize(token);
    if (token.token === TokenType.LEFT_BRACE || token.token === TokenType.LEFT_BRACKET) {
      depth += 1;
      if (depth > MAX_DEPTH) {
        throw new ImportError(`The file has values with more than ${MAX_DEPTH} levels.`);
      }
    } else if (token.token === TokenType.RIGHT_BRACE || token.token === TokenType.RIGHT_BRACKET) {
      depth -= 1;
    }
    tokenParser.write(token);
  };
  return {
    write(chunk: Uint8Array) {
      try {
        tokenizer.write(chunk);
      } catch (error) {
        if (error instanceof ImportError) {
          throw error;
        }
        const errorLine = line + countLines(chunk.subarray(0, Math.max(0, tokenOffset - chunkOffset)));
        throw new ImportError(`The file is not valid JSON near line ${errorLine}.`, { cause: error });
      }
      line += countLines(chunk);
      chunkOffset += chunk.length;
      // A number or string that does not end, which is not a token yet.
      if (!tokenParser.isEnded && chunkOffset - tokenOffset > MAX_VALUE_BYTES) {
        throw valueTooLargeError();
      }
    },
    end() {
      if (!tokenParser.isEnded) {
        throw new ImportError("The file ends too early. Export or copy it again.");
      }
    },
  };
}

function countLines(bytes: Uint8Array): number {
  let lines = 0;
  for (let index = bytes.indexOf(10); index >= 0; index = bytes.indexOf(10, index + 1)) {
    lines += 1;
  }
  return lines;
}
