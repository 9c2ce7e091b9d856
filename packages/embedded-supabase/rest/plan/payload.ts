import type { Payload } from "../compile/recordset.ts";
import { invalidBody, RestError } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import type { RequestBody } from "../parse/request-body.ts";

type JsonObject = Record<string, unknown>;

/**
 * Builds the rows of an insert. All objects must have the same keys unless `columns` lists the keys to use.
 * @see https://docs.postgrest.org/en/stable/references/api/tables_views.html#bulk-insert
 */
export function buildInsertPayload(
  body: RequestBody,
  columns: readonly string[] | null,
  missingAsDefault: boolean,
): Payload {
  const rows = Array.isArray(body.value) ? body.value : [body.value];
  if (!rows.every(isObject)) {
    throw invalidBody("All object keys must match");
  }
  if (rows.length > LIMITS.rows) {
    throw new RestError(413, { code: "PGRST102", message: `More than ${LIMITS.rows} rows in one insert` });
  }
  const json = Array.isArray(body.value) ? body.text : `[${body.text}]`;
  return buildPayload(json, rows, columns ?? requireSameKeys(rows), missingAsDefault);
}

/** Builds the values of an update. The body must be a single object. */
export function buildUpdatePayload(
  body: RequestBody,
  columns: readonly string[] | null,
  missingAsDefault: boolean,
): Payload {
  if (!isObject(body.value)) {
    throw invalidBody("The body of an update must be a JSON object");
  }
  const rows = [body.value];
  return buildPayload(`[${body.text}]`, rows, columns ?? Object.keys(body.value), missingAsDefault);
}

function buildPayload(
  json: string,
  rows: readonly JsonObject[],
  columns: readonly string[],
  missingAsDefault: boolean,
): Payload {
  const isOmitted = (column: string) => rows.some((row) => !Object.hasOwn(row, column));
  return { json, columns, defaulted: missingAsDefault ? columns.filter(isOmitted) : [] };
}

function requireSameKeys(rows: readonly JsonObject[]): string[] {
  const keys = Object.keys(rows[0] ?? {});
  const hasSameKeys = (row: JsonObject) =>
    Object.keys(row).length === keys.length && keys.every((key) => Object.hasOwn(row, key));
  if (!rows.every(hasSameKeys)) {
    throw invalidBody("All object keys must match");
  }
  return keys;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
