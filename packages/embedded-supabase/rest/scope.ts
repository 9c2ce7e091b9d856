import type { Relation } from "./catalogue.ts";
import { notUnderstood, undefinedColumn } from "./errors.ts";
import { bind, type Compilation, quoted } from "./sql.ts";
import { type Embed, type Field, type Level, nameOf } from "./syntax.ts";

/** One table of the statement while it is compiled: what it is, how SQL calls it, what was asked of it. */
export type Scope = {
  compilation: Compilation;
  relation: Relation;
  alias: string;
  level: Level;
  /** The columns spoken of, where a write must return them; "*" for all. */
  used: Set<string> | null;
};

export type Expression = { sql: string; type: string };

export function columnIn(scope: Scope, name: string): Expression {
  const column = scope.relation.columns.get(name);
  if (!column) throw undefinedColumn(scope.relation.name, name);
  scope.used?.add(name);
  return { sql: `${scope.alias}.${quoted(column.name)}`, type: column.type };
}

/** A column or a place inside a JSON column; keys are bound, not written. */
export function fieldIn(scope: Scope, { column, path }: Field): Expression {
  const base = columnIn(scope, column);
  if (path.length === 0) return base;
  let { sql, type } = base;
  for (const { asText, key } of path) {
    if (type !== "json" && type !== "jsonb") {
      throw notUnderstood(`arrow on "${column}"`, `${type} is not json`);
    }
    const place = bind(scope.compilation, key, typeof key === "number" ? "integer" : "text");
    sql = `${sql}${asText ? "->>" : "->"}${place}`;
    if (asText) type = "text";
  }
  return { sql: `(${sql})`, type };
}

export function embedNamed(scope: Scope, name: string): Embed | undefined {
  return scope.level.embeds.find((embed) => nameOf(embed) === name);
}
