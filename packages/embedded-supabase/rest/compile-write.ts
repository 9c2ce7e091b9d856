import type { Catalogue, Relation } from "./catalogue.ts";
import { compileRows, compileWhere } from "./compile-level.ts";
import { missingWhere, notUnderstood, undefinedColumn } from "./errors.ts";
import { columnsOf, type Payload, recordset } from "./recordset.ts";
import type { Scope } from "./scope.ts";
import {
  bodyOf,
  type Compilation,
  type Format,
  inPublic,
  newAlias,
  newCompilation,
  quoted,
  type Statement,
} from "./sql.ts";
import { emptyLevel, type Level } from "./syntax.ts";

export type OnConflict = { columns: readonly string[]; merges: boolean };

export type Write =
  | { verb: "insert"; payload: Payload; onConflict: OnConflict | null }
  | { verb: "update"; payload: Payload }
  | { verb: "delete" };

// Counts, for the transaction, the rows an upsert updated: the answer's status tells inserted from updated.
const updatedRows = "coalesce(nullif(current_setting('embedded.updated', true), ''), '0')::int";

/**
 * One statement that writes rows and answers with them. Filters of the addressed table choose what is written; those of
 * embedded tables, and the order, shape the answer.
 * `format` "nothing" returns no column, so that the writer needs no right to read.
 */
export function compileWrite(
  catalogue: Catalogue,
  relation: Relation,
  level: Level,
  write: Write,
  format: Format,
): Statement {
  if (level.limit !== null || level.offset > 0)
    throw notUnderstood("limit", "a write has no limit or offset");
  const compilation = newCompilation(catalogue);
  const alias = newAlias(compilation);
  const target: Scope = {
    compilation,
    relation,
    alias,
    level: { ...emptyLevel(), conditions: level.conditions },
    used: null,
  };
  const change = compileChange(target, write, level);
  const used = new Set<string>();
  const written: Scope = { ...target, level: { ...level, conditions: [] }, used };
  const rows = format === "nothing" ? null : compileRows(written, `w as ${alias}`, []);
  const updated = write.verb === "insert" && write.onConflict?.merges ? updatedRows : "null";
  const answer = rows
    ? `select ${bodyOf(format)}, (select count(*) from w), null, ${updated} from (${rows.sql}) r`
    : `select '', c.count, null, ${updated} from (select count(*) from w) c`;
  return {
    text: `with w as (${change(returnedColumns(alias, used))}) ${answer}`,
    values: compilation.values,
    header: rows?.header ?? [],
  };
}

/** The statement that writes, still open for the columns it returns. */
function compileChange(target: Scope, write: Write, level: Level): (columns: string) => string {
  const { relation, alias, compilation } = target;
  const table = `${inPublic(relation.name)} as ${alias}`;
  const writing = (change: string) => (columns: string) => `${change} returning ${columns}`;
  switch (write.verb) {
    case "insert":
      return writing(
        `insert into ${table} ${compileInsert(compilation, relation, write.payload, write.onConflict)}`,
      );
    case "update": {
      const where = filteredBy(target, level, "UPDATE");
      const columns = columnsOf(relation, write.payload.columns);
      if (columns.length === 0) return (returned) => `select ${returned} from ${table}${where} and false`;
      const set = columns.map((column) => `${quoted(column.name)} = b.${quoted(column.name)}`).join(", ");
      return writing(
        `update ${table} set ${set} from ${recordset(compilation, columns, write.payload)}${where}`,
      );
    }
    case "delete":
      return writing(`delete from ${table}${filteredBy(target, level, "DELETE")}`);
  }
}

/** A write to a whole table is a slip of the pen, never a wish. */
function filteredBy(target: Scope, level: Level, verb: "UPDATE" | "DELETE"): string {
  if (level.conditions.length === 0) throw missingWhere(verb);
  return compileWhere(target, []);
}

function compileInsert(
  compilation: Compilation,
  relation: Relation,
  payload: Payload,
  onConflict: OnConflict | null,
): string {
  const columns = columnsOf(relation, payload.columns);
  const names = columns.map((column) => quoted(column.name));
  const source = recordset(compilation, columns, payload);
  const rows =
    columns.length > 0
      ? `(${names.join(", ")}) select b.${names.join(", b.")} from ${source}`
      : `select from ${source}`;
  if (!onConflict) return rows;
  const conflict = onConflict.columns.map((name) => {
    if (!relation.columns.has(name)) throw undefinedColumn(relation.name, name);
    return quoted(name);
  });
  const set = names.map((name) => `${name} = excluded.${name}`).join(", ");
  const counted = `set_config('embedded.updated', (${updatedRows} + 1)::text, true) is not null`;
  const action =
    onConflict.merges && names.length > 0 ? `do update set ${set} where ${counted}` : "do nothing";
  return `${rows} on conflict (${conflict.join(", ")}) ${action}`;
}

function returnedColumns(alias: string, used: ReadonlySet<string>): string {
  if (used.has("*")) return `${alias}.*`;
  if (used.size === 0) return "1";
  return [...used].map((name) => `${alias}.${quoted(name)}`).join(", ");
}
