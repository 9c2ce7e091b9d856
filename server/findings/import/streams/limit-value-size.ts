import { type ParsedTokenInfo, TokenType } from "@streamparser/json";
import { ImportError } from "#server/findings/import/import-error.ts";

/** In bytes, like a line of JSON lines. Results with long conversations have several MB. */
export const MAX_VALUE_BYTES = 8 * 1024 * 1024;
/** Enough for an extension with 25,000 rules. An empty object has 2 bytes in the file and hundreds in memory. */
const MAX_CONTAINERS = 250_000;

/**
 * Returns a function that checks each token of a file. The parser keeps a value at one of the paths in memory until it
 * ends, and 50 MB of empty objects require more than 1 GB.
 * @throws {ImportError} from the returned function if such a value is too large.
 */
export function createValueSizeLimit(paths: readonly string[]): (token: ParsedTokenInfo) => void {
  const patterns = paths.map((path) => path.split(".").slice(1));
  /** The current key in each open container. Null in an array, which only `*` matches. */
  const keys: (string | null)[] = [];
  let isKeyNext = false;
  /** The value at one of the paths that contains the token. */
  let current: { start: number; depth: number; containers: number } | null = null;

  function countContainer(): void {
    if (current) {
      current.containers += 1;
      if (current.containers > MAX_CONTAINERS) {
        throw new ImportError("The file has a value with more than 250,000 objects and lists.");
      }
    }
  }

  const matchesPath = () =>
    patterns.some(
      (pattern) =>
        pattern.length === keys.length &&
        pattern.every((segment, index) => segment === "*" || segment === keys[index]),
    );

  return ({ token, value, offset }) => {
    if (current && offset - current.start > MAX_VALUE_BYTES) {
      throw valueTooLargeError();
    }
    switch (token) {
      case TokenType.LEFT_BRACE:
      case TokenType.LEFT_BRACKET:
        current ??= matchesPath() ? { start: offset, depth: keys.length, containers: 0 } : null;
        countContainer();
        isKeyNext = token === TokenType.LEFT_BRACE;
        keys.push(isKeyNext ? "" : null);
        break;
      case TokenType.RIGHT_BRACE:
      case TokenType.RIGHT_BRACKET:
        isKeyNext = false;
        keys.pop();
        current = current?.depth === keys.length ? null : current;
        break;
      case TokenType.COMMA:
        isKeyNext = keys.at(-1) !== null;
        break;
      case TokenType.STRING:
        if (isKeyNext) {
          keys[keys.length - 1] = String(value);
          isKeyNext = false;
        }
        break;
      default:
    }
  };
}

export function valueTooLargeError(): ImportError {
  return new ImportError("The file has a value that is larger than 8 MB.");
}
