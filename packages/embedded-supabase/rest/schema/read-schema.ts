import type pg from "pg";
import {
  type CatalogRows,
  type ColumnRow,
  type ConstraintRow,
  type RoutineRow,
  readCatalogRows,
} from "./catalog-rows.ts";
import { detectRelationships, type ExposedColumns } from "./detect-relationships.ts";
import type { Column, DatabaseSchema, Relation, Routine } from "./schema.ts";
import { parseViewColumns, type ViewColumn } from "./view-columns.ts";

export async function readSchema(pool: pg.Pool): Promise<DatabaseSchema> {
  return buildSchema(await readCatalogRows(pool));
}

/** Builds the schema from rows of `pg_catalog`. */
export function buildSchema(rows: CatalogRows): DatabaseSchema {
  const columnsByRelation = Map.groupBy(rows.columns, (row) => row.relation);
  const viewColumns = new Map(rows.rules.map(({ relation, rule }) => [relation, parseViewColumns(rule)]));
  const exposedColumns = [...columnsByRelation].map(([id, columns]) =>
    toExposedColumns(id, columns, viewColumns),
  );
  const relationships = detectRelationships(
    exposedColumns,
    toForeignKeys(rows.constraints),
    toKeys(rows.constraints),
  );
  const relationsById = new Map<string, Relation>();
  for (const [id, columns] of columnsByRelation) {
    const name = columns[0]?.relation_name ?? "";
    relationsById.set(id, {
      name,
      columns: new Map(columns.map((row) => [row.name, toColumn(row)])),
      primaryKey: findPrimaryKey(id, columns, rows.constraints),
      relationships: relationships.get(name) ?? [],
    });
  }
  const routines = rows.routines.flatMap((row) => toRoutine(row, relationsById) ?? []);
  return {
    relations: new Map([...relationsById.values()].map((relation) => [relation.name, relation])),
    routines: Map.groupBy(routines, (routine) => routine.name),
  };
}

function toColumn(row: ColumnRow): Column {
  return { name: row.name, type: row.type, storedType: row.stored_type, default: row.default };
}

function toExposedColumns(
  id: string,
  columns: readonly ColumnRow[],
  views: ReadonlyMap<string, ViewColumn[]>,
): ExposedColumns {
  const name = columns[0]?.relation_name ?? "";
  if (!columns[0]?.is_view) {
    return { name, table: id, names: new Map(columns.map((row) => [`${id}.${row.number}`, row.name])) };
  }
  const names = new Map<string, string>();
  for (const row of columns) {
    const source = findSourceColumn(id, row.number, views);
    if (source) {
      names.set(source, row.name);
    }
  }
  return { name, table: null, names };
}

/** Finds the table column that a view column exposes, through nested views. Views cannot be recursive. */
function findSourceColumn(
  view: string,
  column: number,
  views: ReadonlyMap<string, ViewColumn[]>,
): string | null {
  const source = views.get(view)?.find((candidate) => candidate.column === column);
  if (!source) {
    return null;
  }
  if (views.has(source.sourceRelation)) {
    return findSourceColumn(source.sourceRelation, source.sourceColumn, views);
  }
  return `${source.sourceRelation}.${source.sourceColumn}`;
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

function findPrimaryKey(
  id: string,
  columns: readonly ColumnRow[],
  constraints: readonly ConstraintRow[],
): string[] {
  const primaryKey = constraints.find((row) => row.kind === "p" && row.table === id);
  return (primaryKey?.columns ?? []).flatMap(
    (number) => columns.find((row) => row.number === number)?.name ?? [],
  );
}

function toRoutine(row: RoutineRow, relations: ReadonlyMap<string, Relation>): Routine | null {
  const inputs = row.arguments.filter(({ mode }) => mode === "i" || mode === "b");
  const outputs = row.arguments.filter(({ mode }) => mode !== "i");
  const result = toRoutineResult(row, outputs, relations);
  if (!result || inputs.some(({ name }) => name === "")) {
    return null;
  }
  return {
    name: row.name,
    parameters: inputs.map(({ name, type }, index) => ({ name, type, required: index < row.required })),
    isVolatile: row.is_volatile,
    returnsSet: row.returns_set,
    result,
  };
}

function toRoutineResult(
  row: RoutineRow,
  outputs: RoutineRow["arguments"],
  relations: ReadonlyMap<string, Relation>,
): Routine["result"] | null {
  const relation = relations.get(row.result_relation);
  if (relation) {
    return { kind: "rows", relation };
  }
  if (outputs.length > 0) {
    const columns = outputs.map(({ name, type }) => ({ name, type, storedType: type, default: null }));
    return {
      kind: "rows",
      relation: {
        name: row.name,
        columns: new Map(columns.map((column) => [column.name, column])),
        primaryKey: [],
        relationships: [],
      },
    };
  }
  // A row type whose columns are unknown cannot be queried.
  if (row.result_relation !== "0" || row.result_type === "record") {
    return null;
  }
  return { kind: row.result_type === "void" ? "void" : "scalar" };
}
