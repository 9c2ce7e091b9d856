import { LIMITS } from "../limits.ts";
import type { DatabaseSchema } from "../schema/schema.ts";

/**
 * A statement ready to run. It returns one row: `body` (text, null if too large), `rows`, `total` (or null), `updated`
 * (or null) and the `RESPONSE_SETTINGS`.
 */
export type Statement = {
  text: string;
  values: unknown[];
  /** Column names of the result, used as the CSV header. */
  columnNames: string[];
};

/**
 * SQL that reads the status and headers that functions set for the response. PostgreSQL evaluates it after the rows.
 * @see https://docs.postgrest.org/en/stable/references/transactions.html#response-headers
 */
export const RESPONSE_SETTINGS =
  "nullif(current_setting('response.status', true), ''), nullif(current_setting('response.headers', true), '')";

export type BodyFormat = "json" | "csv" | "none";

/** State that is shared while one statement is compiled. */
export type CompileContext = { schema: DatabaseSchema; values: unknown[]; aliasCount: number };

export function createCompileContext(schema: DatabaseSchema): CompileContext {
  return { schema, values: [], aliasCount: 0 };
}

export function quoteIdentifier(identifier: string): string {
  return `"${identifier.replaceAll('"', '""')}"`;
}

/** Returns the qualified name of a relation or function in schema `public`. */
export function toPublicName(name: string): string {
  return `"public".${quoteIdentifier(name)}`;
}

/** Binds a value and returns its placeholder, cast to `type`. The type must be from the schema or a literal. */
export function bind(context: CompileContext, value: unknown, type: string): string {
  context.values.push(value);
  return `$${context.values.length}::${type}`;
}

export function nextAlias(context: CompileContext): string {
  return `t${context.aliasCount++}`;
}

/**
 * Returns SQL that aggregates the rows of subquery `r` into one text, or null if that exceeds the response limit. CSV
 * rows are PostgreSQL's row text, as in PostgREST. Uses `r.*` instead of `r`, because a column could be named `r`.
 */
export function aggregateBody(format: BodyFormat): string {
  if (format === "none") {
    return "''";
  }
  return limitSize(
    format === "json"
      ? "coalesce(json_agg(r.*), '[]')::text"
      : "coalesce(string_agg(substring((r.*)::text from 2 for length((r.*)::text) - 2), E'\\n'), '')",
  );
}

/** Returns SQL that replaces text over the response limit with null. PostgreSQL computes identical aggregates once. */
export function limitSize(text: string): string {
  return `case when octet_length(${text}) <= ${LIMITS.responseBytes} then ${text} end`;
}
