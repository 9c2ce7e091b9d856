import * as z from "zod/mini";
import { UNSUPPORTED_CHARACTERS_MESSAGE } from "#domain/text/single-line.ts";

/** A text of several lines with at most `maxLength` characters, without spaces at both ends. */
export function multiLine(maxLength: number) {
  return z
    .string()
    .check(
      z.trim(),
      z.maxLength(maxLength, `Enter at most ${maxLength} characters`),
      z.refine(isStorableText, UNSUPPORTED_CHARACTERS_MESSAGE),
    );
}

/** Whether PostgreSQL can store a text. It rejects NUL and lone surrogates. */
export function isStorableText(text: string): boolean {
  return !text.includes("\0") && text.isWellFormed();
}
