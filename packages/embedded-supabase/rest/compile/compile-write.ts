import { invalidQuery, missingWhere, undefinedColumn } from "../errors.ts";
import { createQueryLevel, type QueryLevel } from "../parse/syntax.ts";
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
  quoteIdentifier,
  RESPONSE_SETTINGS,
  type Statement,
  toPublicName,
} from "./sql.ts";

export type OnConflict = { columns: readonly string[]; merges: boolean };

export type Write =
  | { verb: "insert"; payload: Payload; onConflict: OnConflict | null }
  | { verb: "update"; payload: Payload }
  | { verb: "delete" };

// Reads the number of rows that an upsert updated from a transaction-local setting. It determines the response status.
const UPDATED_COUNT_SQL = "coalesce(nullif(current_setting('embedded.updated', true), ''), '0')::int";

/**
 * Compiles a write that returns the written rows. Filters on the table itself select the rows to write. Filters on
 * embeds and `order` apply to the returned rows.
 * With format "none", the statement returns no columns, so the caller needs no select privilege.
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
  const targetScope: Scope = {
    context,
    relation,
    alias,
    level: { ...createQueryLevel(), conditions: level.conditions },
    referencedColumns: null,
  };
  const buildChangeSql = compileChange(targetScope, write, level);
  const referencedColumns = new Set<string>();
  const resultScope: Scope = { ...targetScope, level: { ...level, conditions: [] }, referencedColumns };
  const rows = format === "none" ? null : compileRows(resultScope, `w as ${alias}`, []);
  const updatedCountSql = write.verb === "insert" && write.onConflict?.merges ? UPDATED_COUNT_SQL : "null";
  const selectSql = rows
    ? `select ${aggregateBody(format)}, (select count(*) from w), null, ${updatedCountSql}, ${RESPONSE_SETTINGS} from (${rows.sql}) r`
    : `select '', c.count, null, ${updatedCountSql}, ${RESPONSE_SETTINGS} from (select count(*) from w) c`;
  return {
    text: `with w as (${buildChangeSql(compileReturning(alias, referencedColumns))}) ${selectSql}`,
    values: context.values,
    columnNames: rows?.columnNames ?? [],
  };
}

/** Returns a function of the `returning` columns, because they depend on the select, which is compiled later. */
function compileChange(target: Scope, write: Write, level: QueryLevel): (columns: string) => string {
  const { relation, alias, context } = target;
  const table = `${toPublicName(relation.name)} as ${alias}`;
  const returning = (change: string) => (columns: string) => `${change} returning ${columns}`;
  switch (write.verb) {
    case "insert":
      return returning(
        `insert into ${table} ${compileInsert(context, relation, write.payload, write.onConflict)}`,
      );
    case "update": {
      const columns = findColumns(relation, write.payload.columns);
      if (columns.length === 0) {
        return (returnedColumns) => `select ${returnedColumns} from ${table} where false`;
      }
      const where = compileRequiredWhere(target, level, "UPDATE");
      const assignments = columns
        .map((column) => `${quoteIdentifier(column.name)} = b.${quoteIdentifier(column.name)}`)
        .join(", ");
      return returning(
        `update ${table} set ${assignments} from ${compileRecordset(context, columns, write.payload)}${where}`,
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
  const insertSql =
    columns.length > 0
      ? `(${names.join(", ")}) select b.${names.join(", b.")} from ${source}`
      : `select from ${source}`;
  if (!onConflict) {
    return insertSql;
  }
  const conflictColumns = onConflict.columns.map((name) => {
    if (!relation.columns.has(name)) {
      throw undefinedColumn(relation.name, name);
    }
    return quoteIdentifier(name);
  });
  const assignments = names.map((name) => `${name} = excluded.${name}`).join(", ");
  const countUpdateSql = `set_config('embedded.updated', (${UPDATED_COUNT_SQL} + 1)::text, true) is not null`;
  const action =
    onConflict.merges && names.length > 0
      ? `do update set ${assignments} where ${countUpdateSql}`
      : "do nothing";
  return `${insertSql} on conflict (${conflictColumns.join(", ")}) ${action}`;
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
