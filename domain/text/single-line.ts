import * as z from "zod/mini";

/**
 * Control characters, line and paragraph separators, and characters that change the direction of text, which can
 * disguise a name.
 */
const DISALLOWED_CHARACTER = /[\p{Cc}\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069]/u;

/** Whether the text has one line, without invisible control characters. Same rule in SQL: `access.is_single_line`. */
export function isSingleLine(text: string): boolean {
  return !DISALLOWED_CHARACTER.test(text);
}

export const UNSUPPORTED_CHARACTERS_MESSAGE = "Remove unsupported characters";

/** The check for single-line text fields. */
export const singleLine = z.refine<string>(isSingleLine, UNSUPPORTED_CHARACTERS_MESSAGE);
