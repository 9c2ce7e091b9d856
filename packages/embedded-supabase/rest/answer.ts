import { notSingular } from "./errors.ts";
import type { Outcome } from "./plan.ts";
import type { MediaType } from "./preferences.ts";
import type { Statement } from "./sql.ts";

export const contentTypes: Record<MediaType, string> = {
  array: "application/json; charset=utf-8",
  object: "application/vnd.pgrst.object+json; charset=utf-8",
  csv: "text/csv; charset=utf-8",
};

/** The rows in the form asked for. Throws PGRST116 when one object is asked for and there is not exactly one row. */
export function bodyIn(mediaType: MediaType, statement: Statement, { body, rows }: Outcome): string {
  if (mediaType === "csv") return `${rows > 0 ? statement.header.join(",") : ""}\n${body}`;
  if (mediaType === "array") return body;
  if (rows !== 1) throw notSingular(rows);
  return onlyElement(body);
}

/** PostgreSQL wrote a list of one: the object without the brackets. */
export function onlyElement(list: string): string {
  return list.slice(1, -1);
}
