import { unknownColumn } from "../errors.ts";
import type { Column, Relation } from "../schema/schema.ts";
import { rejectJsonCast } from "./scope.ts";
import { bind, type CompileContext, quoteIdentifier } from "./sql.ts";

/**
 * The rows to write. `json` is the text of an array of objects, and `columns` are the keys to use. Objects that omit a
 * column in `defaulted` get its default.
 */
export type Payload = { json: string; columns: readonly string[]; defaulted: readonly string[] };

/** Compiles a row source named `b`. PostgreSQL parses the JSON, so numbers never lose precision in JavaScript. */
export function compileRecordset(
  context: CompileContext,
  columns: readonly Column[],
  payload: Payload,
): string {
  if (columns.length === 0) {
    return `json_array_elements(${bind(context, payload.json, "json")}) b`;
  }
  const types = columns.map((column) => `${quoteIdentifier(column.name)} ${column.storedType}`).join(", ");
  const defaulted = columns.filter(
    (column) => column.default !== null && payload.defaulted.includes(column.name),
  );
  if (defaulted.length === 0) {
    return `json_to_recordset(${bind(context, payload.json, "json")}) as b(${types})`;
  }
  const defaults = defaulted
    .map((column) => `${bind(context, column.name, "text")}, ${column.default}`)
    .join(", ");
  const elements = `jsonb_array_elements(${bind(context, payload.json, "jsonb")}) as element`;
  return `jsonb_to_recordset((select jsonb_agg(jsonb_build_object(${defaults}) || element) from ${elements})) as b(${types})`;
}

/** @throws {RestError} PGRST204 for an unknown column */
export function findColumns(relation: Relation, names: readonly string[]): Column[] {
  return names.map((name) => {
    const column = relation.columns.get(name);
    if (!column) {
      throw unknownColumn(relation.name, name);
    }
    rejectJsonCast(relation, column);
    return column;
  });
}
