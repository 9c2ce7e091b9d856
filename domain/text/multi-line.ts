import * as z from "zod/mini";
import { UNSUPPORTED_CHARACTERS_MESSAGE } from "#domain/text/single-line.ts";

/** A text of several lines with at most `maxLength` characters, without spaces at both ends. PostgreSQL cannot store NUL and unpaired surrogates. */
export function multiLine(maxLength: number) {
  return z.string().check(
    z.trim(),
    z.maxLength(maxLength, `Enter at most ${maxLength} characters`),
    z.refine((text) => !text.includes("\0") && text.isWellFormed(), UNSUPPORTED_CHARACTERS_MESSAGE),
  );
}
