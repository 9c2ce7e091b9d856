import type { Payload } from "../compile/recordset.ts";
import { invalidBody, RestError } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import type { RequestBody } from "../parse/request-body.ts";

type JsonObject = Record<string, unknown>;

/**
 * Builds the rows of an insert or update. All objects must have the same keys unless `columns` lists the keys to use.
 * An update with several objects sets the values of one of them, as in PostgREST.
 * @see https://docs.postgrest.org/en/stable/references/api/tables_views.html#bulk-insert
 */
export function buildWritePayload(
  body: RequestBody,
  selectedColumns: readonly string[] | null,
  missingAsDefault: boolean,
): Payload {
  const rows = Array.isArray(body.value) ? body.value : [body.value];
  if (!rows.every(isObject)) {
    throw invalidBody("All object keys must match");
  }
  if (rows.length > LIMITS.rows) {
    throw new RestError(413, { code: "PGRST102", message: `More than ${LIMITS.rows} rows in one request` });
  }
  const json = Array.isArray(body.value) ? body.text : `[${body.text}]`;
  const columns = selectedColumns ?? requireSameKeys(rows);
  const isOmitted = (column: string) => rows.some((row) => !Object.hasOwn(row, column));
  return { json, columns, defaulted: missingAsDefault ? columns.filter(isOmitted) : [] };
}

/** @throws {RestError} PGRST102 if the objects have different keys */
export function requireSameKeys(rows: readonly JsonObject[]): string[] {
  const keys = Object.keys(rows[0] ?? {});
  const hasSameKeys = (row: JsonObject) =>
    Object.keys(row).length === keys.length && keys.every((key) => Object.hasOwn(row, key));
  if (!rows.every(hasSameKeys)) {
    throw invalidBody("All object keys must match");
  }
  return keys;
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
