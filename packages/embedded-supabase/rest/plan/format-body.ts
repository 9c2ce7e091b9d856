import type { Statement } from "../compile/sql.ts";
import { notSingular } from "../errors.ts";
import type { MediaType } from "../parse/accept.ts";
import type { StatementResult } from "./plan.ts";

export const CONTENT_TYPES: Record<MediaType, string> = {
  array: "application/json; charset=utf-8",
  object: "application/vnd.pgrst.object+json; charset=utf-8",
  csv: "text/csv; charset=utf-8",
};

/**
 * Formats the rows as the requested media type.
 * @throws {RestError} PGRST116 if a single object is requested and there is not exactly one row
 */
export function formatBody(
  mediaType: MediaType,
  statement: Statement,
  { body, rows }: StatementResult,
): string {
  if (mediaType === "csv") {
    return `${rows > 0 ? statement.columnNames.join(",") : ""}\n${body}`;
  }
  if (mediaType === "array") {
    return body;
  }
  if (rows !== 1) {
    throw notSingular(rows);
  }
  return unwrapSingleElement(body);
}

/** Strips the brackets of a JSON array with one element. */
export function unwrapSingleElement(array: string): string {
  return array.slice(1, -1);
}
