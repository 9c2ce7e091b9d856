import type { Column, Relation } from "./catalogue.ts";
import { unknownColumn } from "./errors.ts";
import { bind, type Compilation, quoted } from "./sql.ts";

/**
 * The rows to write: JSON text of an array of objects, the columns that count, and those of them which take their
 * default where an object is silent.
 */
export type Payload = { json: string; columns: readonly string[]; defaulted: readonly string[] };

/** The payload as rows named `b`. PostgreSQL reads the JSON, so no number passes through JavaScript. */
export function recordset(compilation: Compilation, columns: readonly Column[], payload: Payload): string {
  if (columns.length === 0) return `json_array_elements(${bind(compilation, payload.json, "json")}) b`;
  const types = columns.map((column) => `${quoted(column.name)} ${column.storedType}`).join(", ");
  const defaulted = columns.filter(
    (column) => column.default !== null && payload.defaulted.includes(column.name),
  );
  if (defaulted.length === 0) {
    return `json_to_recordset(${bind(compilation, payload.json, "json")}) as b(${types})`;
  }
  const defaults = defaulted
    .map((column) => `${bind(compilation, column.name, "text")}, ${column.default}`)
    .join(", ");
  const elements = `jsonb_array_elements(${bind(compilation, payload.json, "jsonb")}) as element`;
  return `jsonb_to_recordset((select jsonb_agg(jsonb_build_object(${defaults}) || element) from ${elements})) as b(${types})`;
}

/** The columns a payload names. Throws PGRST204 for one that is not there. */
export function columnsOf(relation: Relation, names: readonly string[]): Column[] {
  return names.map((name) => {
    const column = relation.columns.get(name);
    if (!column) throw unknownColumn(relation.name, name);
    return column;
  });
}
