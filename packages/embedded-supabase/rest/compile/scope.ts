import { invalidQuery, type RestError, undefinedColumn } from "../errors.ts";
import { type Embed, type Field, getEmbedName, type QueryLevel } from "../parse/syntax.ts";
import type { Column, Relation } from "../schema/schema.ts";
import { bind, type CompileContext, quoteIdentifier } from "./sql.ts";

/** One table of the statement being compiled, with its alias and the part of the query that applies to it. */
export type Scope = {
  context: CompileContext;
  relation: Relation;
  alias: string;
  level: QueryLevel;
  /** Collects the columns that a write must return ("*" for all); null for reads. */
  referencedColumns: Set<string> | null;
};

export type Expression = { sql: string; type: string };

export function resolveColumn(scope: Scope, name: string): Expression {
  const column = scope.relation.columns.get(name);
  if (!column) {
    throw missingColumn(scope.relation, name);
  }
  rejectJsonCast(scope.relation, column);
  scope.referencedColumns?.add(name);
  return { sql: `${scope.alias}.${quoteIdentifier(column.name)}`, type: column.type };
}

/** Returns the error for a column that a relation does not have, or has only as a computed column. */
function missingColumn(relation: Relation, name: string): RestError {
  return relation.computedFields.has(name)
    ? invalidQuery(`computed column "${name}" of "${relation.name}"`, "computed columns are not supported")
    : undefinedColumn(relation.name, name);
}

/** Rejects a column whose values PostgREST reads and writes through casts of the column's domain. */
export function rejectJsonCast(relation: Relation, column: Column): void {
  if (column.hasJsonCast) {
    throw invalidQuery(
      `column "${column.name}" of "${relation.name}"`,
      `casts between ${column.type} and JSON (data representations) are not supported`,
    );
  }
}

/** Compiles a column or a path inside a JSON column. Keys are bound as values, never written into the SQL. */
export function resolveField(scope: Scope, { column, path }: Field): Expression {
  const columnExpression = resolveColumn(scope, column);
  if (path.length === 0) {
    return columnExpression;
  }
  let { sql, type } = columnExpression;
  for (const { asText, key } of path) {
    if (type !== "json" && type !== "jsonb") {
      throw invalidQuery(`arrow on "${column}"`, `${type} is not json`);
    }
    const placeholder = bind(scope.context, key, typeof key === "number" ? "integer" : "text");
    sql = `${sql}${asText ? "->>" : "->"}${placeholder}`;
    if (asText) {
      type = "text";
    }
  }
  return { sql: `(${sql})`, type };
}

export function findEmbed(scope: Scope, name: string): Embed | undefined {
  return scope.level.embeds.find((embed) => getEmbedName(embed) === name);
}
