import { invalidQuery, missingWhere, undefinedColumn } from "../errors.ts";
import { emptyLevel, type QueryLevel } from "../parse/syntax.ts";
import type { DatabaseSchema, Relation } from "../schema/schema.ts";
import { compileRows, compileWhere } from "./compile-rows.ts";
import { compileRecordset, findColumns, type Payload } from "./recordset.ts";
import type { Scope } from "./scope.ts";
import {
  aggregateBody,
  type BodyFormat,
  type CompileContext,
  createCompileContext,
  nextAlias,
  publicName,
  quoteIdentifier,
  type Statement,
} from "./sql.ts";

export type OnConflict = { columns: readonly string[]; merges: boolean };

export type Write =
  | { verb: "insert"; payload: Payload; onConflict: OnConflict | null }
  | { verb: "update"; payload: Payload }
  | { verb: "delete" };

// A transaction-local counter of the rows an upsert updated: the response status depends on it.
const UPDATED_ROWS = "coalesce(nullif(current_setting('embedded.updated', true), ''), '0')::int";

/**
 * Compiles a write that returns its rows. Filters on the table itself select the rows to write; filters on embeds, and
 * the order, apply to the returned rows.
 * With `format` "none" it returns no columns, so the caller needs no select privilege.
 */
export function compileWrite(
  schema: DatabaseSchema,
  relation: Relation,
  level: QueryLevel,
  write: Write,
  format: BodyFormat,
): Statement {
  if (level.limit !== null || level.offset > 0) {
    throw invalidQuery("limit", "a write has no limit or offset");
  }
  const context = createCompileContext(schema);
  const alias = nextAlias(context);
  const target: Scope = {
    context,
    relation,
    alias,
    level: { ...emptyLevel(), conditions: level.conditions },
    referencedColumns: null,
  };
  const change = compileChange(target, write, level);
  const referencedColumns = new Set<string>();
  const result: Scope = { ...target, level: { ...level, conditions: [] }, referencedColumns };
  const rows = format === "none" ? null : compileRows(result, `w as ${alias}`, []);
  const updated = write.verb === "insert" && write.onConflict?.merges ? UPDATED_ROWS : "null";
  const select = rows
    ? `select ${aggregateBody(format)}, (select count(*) from w), null, ${updated} from (${rows.sql}) r`
    : `select '', c.count, null, ${updated} from (select count(*) from w) c`;
  return {
    text: `with w as (${change(compileReturning(alias, referencedColumns))}) ${select}`,
    values: context.values,
    columnNames: rows?.columnNames ?? [],
  };
}

/** Compiles the write as a function of its `returning` columns, which depend on the select that is compiled later. */
function compileChange(target: Scope, write: Write, level: QueryLevel): (columns: string) => string {
  const { relation, alias, context } = target;
  const table = `${publicName(relation.name)} as ${alias}`;
  const returning = (change: string) => (columns: string) => `${change} returning ${columns}`;
  switch (write.verb) {
    case "insert":
      return returning(
        `insert into ${table} ${compileInsert(context, relation, write.payload, write.onConflict)}`,
      );
    case "update": {
      const where = compileRequiredWhere(target, level, "UPDATE");
      const columns = findColumns(relation, write.payload.columns);
      if (columns.length === 0) {
        return (returnedColumns) => `select ${returnedColumns} from ${table}${where} and false`;
      }
      const set = columns
        .map((column) => `${quoteIdentifier(column.name)} = b.${quoteIdentifier(column.name)}`)
        .join(", ");
      return returning(
        `update ${table} set ${set} from ${compileRecordset(context, columns, write.payload)}${where}`,
      );
    }
    case "delete":
      return returning(`delete from ${table}${compileRequiredWhere(target, level, "DELETE")}`);
  }
}

/** @throws {RestError} 21000 without a filter, because changing a whole table is almost always a mistake */
function compileRequiredWhere(target: Scope, level: QueryLevel, verb: "UPDATE" | "DELETE"): string {
  if (level.conditions.length === 0) {
    throw missingWhere(verb);
  }
  return compileWhere(target, []);
}

function compileInsert(
  context: CompileContext,
  relation: Relation,
  payload: Payload,
  onConflict: OnConflict | null,
): string {
  const columns = findColumns(relation, payload.columns);
  const names = columns.map((column) => quoteIdentifier(column.name));
  const source = compileRecordset(context, columns, payload);
  const rows =
    columns.length > 0
      ? `(${names.join(", ")}) select b.${names.join(", b.")} from ${source}`
      : `select from ${source}`;
  if (!onConflict) {
    return rows;
  }
  const conflict = onConflict.columns.map((name) => {
    if (!relation.columns.has(name)) {
      throw undefinedColumn(relation.name, name);
    }
    return quoteIdentifier(name);
  });
  const set = names.map((name) => `${name} = excluded.${name}`).join(", ");
  const countUpdate = `set_config('embedded.updated', (${UPDATED_ROWS} + 1)::text, true) is not null`;
  const action =
    onConflict.merges && names.length > 0 ? `do update set ${set} where ${countUpdate}` : "do nothing";
  return `${rows} on conflict (${conflict.join(", ")}) ${action}`;
}

function compileReturning(alias: string, referencedColumns: ReadonlySet<string>): string {
  if (referencedColumns.has("*")) {
    return `${alias}.*`;
  }
  if (referencedColumns.size === 0) {
    return "1";
  }
  return [...referencedColumns].map((name) => `${alias}.${quoteIdentifier(name)}`).join(", ");
}
