import type pg from "pg";
import {
  type CatalogRows,
  type ColumnRow,
  type ConstraintRow,
  type RoutineRow,
  readCatalogRows,
} from "./catalog-rows.ts";
import { detectRelationships, type ExposedColumns, findPrimaryKey } from "./detect-relationships.ts";
import type { Column, DatabaseSchema, Relation, Routine } from "./schema.ts";
import { parseViewColumns, type ViewColumn } from "./view-columns.ts";

export async function readSchema(pool: pg.Pool): Promise<DatabaseSchema> {
  return buildSchema(await readCatalogRows(pool));
}

/** Builds the schema from rows of `pg_catalog`. */
export function buildSchema(rows: CatalogRows): DatabaseSchema {
  const columnsByRelation = Map.groupBy(rows.columns, (row) => row.relation);
  const viewColumns = new Map(rows.rules.map(({ relation, rule }) => [relation, parseViewColumns(rule)]));
  const exposedColumns = new Map(
    [...columnsByRelation].map(([id, columns]) => [id, toExposedColumns(id, columns, viewColumns)]),
  );
  const keys = toKeys(rows.constraints);
  const relationships = detectRelationships(
    [...exposedColumns.values()],
    toForeignKeys(rows.constraints),
    keys,
  );
  const relationRows = new Map(rows.relations.map((row) => [row.relation, row]));
  const relationsById = new Map<string, Relation>();
  for (const [id, columns] of columnsByRelation) {
    const name = columns[0]?.relation_name ?? "";
    const exposed = exposedColumns.get(id);
    relationsById.set(id, {
      name,
      columns: new Map(columns.map((row) => [row.name, toColumn(row)])),
      primaryKey: exposed ? findPrimaryKey(exposed, keys) : [],
      computedFields: new Set(relationRows.get(id)?.computed_fields),
      commands: toCommands(relationRows.get(id)?.commands ?? 0),
      relationships: relationships.get(name) ?? [],
    });
  }
  const unsupportedRows = rows.routines.filter((row) => describeUnsupported(row) !== null);
  const routines = rows.routines
    .filter((row) => describeUnsupported(row) === null)
    .map((row) => toRoutine(row, relationsById));
  return {
    relations: new Map([...relationsById.values()].map((relation) => [relation.name, relation])),
    routines: Map.groupBy(routines, (routine) => routine.name),
    unsupportedRoutines: new Map(unsupportedRows.map((row) => [row.name, describeUnsupported(row) ?? ""])),
  };
}

const COMMAND_BITS = { update: 4, insert: 8, delete: 16 } as const;

function toCommands(bits: number): Relation["commands"] {
  const commands = ["insert", "update", "delete"] as const;
  return new Set(commands.filter((command) => (bits & COMMAND_BITS[command]) !== 0));
}

function toColumn(row: ColumnRow): Column {
  return {
    name: row.name,
    type: row.type,
    storedType: row.stored_type,
    default: row.default,
    hasJsonCast: row.has_json_cast,
  };
}

function toExposedColumns(
  id: string,
  columns: readonly ColumnRow[],
  views: ReadonlyMap<string, ViewColumn[]>,
): ExposedColumns {
  const name = columns[0]?.relation_name ?? "";
  if (!columns[0]?.is_view) {
    return { name, table: id, names: new Map(columns.map((row) => [`${id}.${row.number}`, [row.name]])) };
  }
  const names = new Map<string, string[]>();
  for (const row of columns) {
    const source = findSourceColumn(id, row.number, views);
    if (source) {
      names.set(source, [...(names.get(source) ?? []), row.name]);
    }
  }
  return { name, table: null, names };
}

/**
 * Finds the table column that a view column exposes, through nested views. Returns null for an expression and for a
 * view that contains itself, which PostgreSQL rejects only when the view is read.
 */
function findSourceColumn(
  view: string,
  column: number,
  views: ReadonlyMap<string, ViewColumn[]>,
): string | null {
  const visited = new Set<string>();
  let relation = view;
  let number = column;
  while (views.has(relation)) {
    const source = views.get(relation)?.find((candidate) => candidate.column === number);
    if (!source || visited.has(relation)) {
      return null;
    }
    visited.add(relation);
    relation = source.sourceRelation;
    number = source.sourceColumn;
  }
  return `${relation}.${number}`;
}

function toForeignKeys(constraints: readonly ConstraintRow[]) {
  return constraints
    .filter((row) => row.kind === "f")
    .map((row) => ({
      name: row.name,
      table: row.table,
      columns: row.columns.map(String),
      target: row.target,
      targetColumns: (row.target_columns ?? []).map(String),
    }));
}

function toKeys(constraints: readonly ConstraintRow[]) {
  return constraints
    .filter((row) => row.kind !== "f")
    .map((row) => ({ table: row.table, columns: row.columns.map(String), isPrimary: row.kind === "p" }));
}

/** Returns the reason why a function cannot be called, or null if it can. */
function describeUnsupported(row: RoutineRow): string | null {
  const inputs = row.arguments.filter(({ mode }) => mode !== "o" && mode !== "t");
  if (row.is_variadic) {
    return "variadic parameters are not supported";
  }
  if (inputs.some(({ name }) => name === "")) {
    return "unnamed parameters are not supported";
  }
  const returnsUnknownRow = row.result_type === "record" && inputs.length === row.arguments.length;
  return returnsUnknownRow ? "functions that return record without columns are not supported" : null;
}

function toRoutine(row: RoutineRow, relations: ReadonlyMap<string, Relation>): Routine {
  const inputs = row.arguments.filter(({ mode }) => mode === "i" || mode === "b");
  const outputs = row.arguments.filter(({ mode }) => mode !== "i");
  return {
    name: row.name,
    parameters: inputs.map(({ name, type }, index) => ({ name, type, required: index < row.required })),
    isVolatile: row.is_volatile,
    returnsSet: row.returns_set,
    result: toRoutineResult(row, outputs, relations),
  };
}

/** A row type that is not a relation of schema `public` has columns, but no relationships. */
function toRoutineResult(
  row: RoutineRow,
  outputs: RoutineRow["arguments"],
  relations: ReadonlyMap<string, Relation>,
): Routine["result"] {
  const relation = relations.get(row.result_relation);
  if (relation) {
    return { kind: "rows", relation };
  }
  const columns = row.result_relation === "0" ? outputs : row.result_columns;
  if (columns.length > 0) {
    return { kind: "rows", relation: createResultRelation(row.name, columns) };
  }
  return { kind: row.result_type === "void" ? "void" : "scalar" };
}

function createResultRelation(name: string, columns: readonly { name: string; type: string }[]): Relation {
  return {
    name,
    columns: new Map(
      columns.map((column) => [
        column.name,
        { ...column, storedType: column.type, default: null, hasJsonCast: false },
      ]),
    ),
    primaryKey: [],
    computedFields: new Set(),
    commands: new Set(),
    relationships: [],
  };
}
