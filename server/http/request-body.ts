import type { Context } from "hono";
import { isStorableText } from "#domain/text/multi-line.ts";
import { ApiError } from "#server/http/errors.ts";

/** Deeper than any real request, and shallow enough not to overflow the stack of recursive code. */
const MAX_JSON_DEPTH = 64;

/** Reads and parses a JSON body. @throws {ApiError} 400 if it is not JSON or nested too deeply */
export async function readJsonBody(context: Context): Promise<unknown> {
  const value = parseJson(await context.req.text());
  if (value === undefined) {
    throw new ApiError(400, "invalid_json", "We couldn't read the request.");
  }
  return value;
}

/** Parses JSON, or returns undefined if the text is not JSON or nested too deeply. */
export function parseJson(text: string): unknown {
  if (getNestingDepth(text) > MAX_JSON_DEPTH) {
    return undefined;
  }
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Whether no text in a JSON value contains NUL or lone surrogates, which PostgreSQL cannot store. Includes the names of
 * fields.
 */
export function isStorableJson(value: unknown): boolean {
  if (typeof value === "string") {
    return isStorableText(value);
  }
  if (typeof value !== "object" || value === null) {
    return true;
  }
  return Array.isArray(value)
    ? value.every(isStorableJson)
    : Object.entries(value).every(([name, field]) => isStorableText(name) && isStorableJson(field));
}

/**
 * Returns the fields of a URL-encoded form.
 * @throws {ApiError} 400 if a field is repeated, because its value would be ambiguous
 */
export async function readFormBody(context: Context): Promise<Record<string, string>> {
  const fields = new URLSearchParams(await context.req.text());
  const names = [...fields.keys()];
  if (new Set(names).size < names.length) {
    throw repeatedFieldError();
  }
  return Object.fromEntries(fields);
}

export function repeatedFieldError(): ApiError {
  return new ApiError(400, "invalid_input", "Send each field once.");
}

/** Returns the maximum nesting depth of brackets outside strings, without recursion. */
function getNestingDepth(text: string): number {
  let depth = 0;
  let maxDepth = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (isInString) {
      if (character === "\\") {
        index += 1;
      } else if (character === '"') {
        isInString = false;
      }
    } else if (character === '"') {
      isInString = true;
    } else if (character === "[" || character === "{") {
      depth += 1;
      maxDepth = Math.max(maxDepth, depth);
    } else if (character === "]" || character === "}") {
      depth -= 1;
    }
  }
  return maxDepth;
}
