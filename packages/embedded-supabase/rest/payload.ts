import type { Body } from "./body.ts";
import { invalidBody, RestError } from "./errors.ts";
import { limits } from "./limits.ts";
import type { Payload } from "./recordset.ts";

type JsonObject = Record<string, unknown>;

/**
 * The rows of an insert. All objects name the same columns, or `columns` says which count; the others then keep silent.
 * https://docs.postgrest.org/en/stable/references/api/tables_views.html#bulk-insert
 */
export function rowsToInsert(
  body: Body,
  columns: readonly string[] | null,
  missingAsDefault: boolean,
): Payload {
  const rows = Array.isArray(body.value) ? body.value : [body.value];
  if (!rows.every(isObject)) throw invalidBody("All object keys must match");
  if (rows.length > limits.rows) {
    throw new RestError(413, { code: "PGRST102", message: `More than ${limits.rows} rows in one insert` });
  }
  const json = Array.isArray(body.value) ? body.text : `[${body.text}]`;
  return payloadOf(json, rows, columns ?? keysOf(rows), missingAsDefault);
}

/** The values of an update: one object. */
export function valuesToUpdate(
  body: Body,
  columns: readonly string[] | null,
  missingAsDefault: boolean,
): Payload {
  if (!isObject(body.value)) throw invalidBody("The body of an update is one object");
  const rows = [body.value];
  return payloadOf(`[${body.text}]`, rows, columns ?? Object.keys(body.value), missingAsDefault);
}

function payloadOf(
  json: string,
  rows: readonly JsonObject[],
  columns: readonly string[],
  missingAsDefault: boolean,
): Payload {
  const isMissing = (column: string) => rows.some((row) => !Object.hasOwn(row, column));
  return { json, columns, defaulted: missingAsDefault ? columns.filter(isMissing) : [] };
}

function keysOf(rows: readonly JsonObject[]): string[] {
  const keys = Object.keys(rows[0] ?? {});
  const sameKeys = (row: JsonObject) =>
    Object.keys(row).length === keys.length && keys.every((key) => Object.hasOwn(row, key));
  if (!rows.every(sameKeys)) throw invalidBody("All object keys must match");
  return keys;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
