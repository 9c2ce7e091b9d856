import type pg from "pg";
import type { Catalogue, Column, Relation, Routine } from "./catalogue.ts";
import {
  type CatalogueRows,
  type ColumnRow,
  type ConstraintRow,
  type RoutineRow,
  readCatalogueRows,
} from "./catalogue-rows.ts";
import { relationshipsOf, type Shown } from "./relationships.ts";
import { type ViewColumn, viewColumnsOf } from "./view-columns.ts";

/** Reads what schema `public` holds. Throws what the database throws. */
export async function readCatalogue(pool: pg.Pool): Promise<Catalogue> {
  return catalogueOf(await readCatalogueRows(pool));
}

/** Puts the rows of pg_catalog together. */
export function catalogueOf(rows: CatalogueRows): Catalogue {
  const byRelation = Map.groupBy(rows.columns, (row) => row.relation);
  const views = new Map(rows.rules.map(({ relation, rule }) => [relation, viewColumnsOf(rule)]));
  const shown = [...byRelation].map(([id, columns]) => shownBy(id, columns, views));
  const relationships = relationshipsOf(shown, foreignKeysOf(rows.constraints), keysOf(rows.constraints));
  const byId = new Map<string, Relation>();
  for (const [id, columns] of byRelation) {
    const name = columns[0]?.relation_name ?? "";
    byId.set(id, {
      name,
      columns: new Map(columns.map((row) => [row.name, columnOf(row)])),
      primaryKey: primaryKeyOf(id, columns, rows.constraints),
      relationships: relationships.get(name) ?? [],
    });
  }
  const routines = rows.routines.flatMap((row) => routineOf(row, byId) ?? []);
  return {
    relations: new Map([...byId.values()].map((relation) => [relation.name, relation])),
    routines: Map.groupBy(routines, (routine) => routine.name),
  };
}

function columnOf(row: ColumnRow): Column {
  return { name: row.name, type: row.type, storedType: row.stored_type, default: row.default };
}

function shownBy(id: string, columns: readonly ColumnRow[], views: ReadonlyMap<string, ViewColumn[]>): Shown {
  const name = columns[0]?.relation_name ?? "";
  if (!columns[0]?.is_view) {
    return { name, table: id, shows: new Map(columns.map((row) => [`${id}.${row.number}`, row.name])) };
  }
  const shows = new Map<string, string>();
  for (const row of columns) {
    const source = sourceOf(id, row.number, views);
    if (source) shows.set(source, row.name);
  }
  return { name, table: null, shows };
}

/** The table column behind a view's column, through views of views. PostgreSQL lets no view contain itself. */
function sourceOf(view: string, column: number, views: ReadonlyMap<string, ViewColumn[]>): string | null {
  const source = views.get(view)?.find((candidate) => candidate.column === column);
  if (!source) return null;
  if (views.has(source.sourceRelation)) return sourceOf(source.sourceRelation, source.sourceColumn, views);
  return `${source.sourceRelation}.${source.sourceColumn}`;
}

function foreignKeysOf(constraints: readonly ConstraintRow[]) {
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

function keysOf(constraints: readonly ConstraintRow[]) {
  return constraints
    .filter((row) => row.kind !== "f")
    .map((row) => ({ table: row.table, columns: row.columns.map(String), isPrimary: row.kind === "p" }));
}

function primaryKeyOf(
  id: string,
  columns: readonly ColumnRow[],
  constraints: readonly ConstraintRow[],
): string[] {
  const primary = constraints.find((row) => row.kind === "p" && row.table === id);
  return (primary?.columns ?? []).flatMap(
    (number) => columns.find((row) => row.number === number)?.name ?? [],
  );
}

function routineOf(row: RoutineRow, relations: ReadonlyMap<string, Relation>): Routine | null {
  const inputs = row.arguments.filter(({ mode }) => mode === "i" || mode === "b");
  const outputs = row.arguments.filter(({ mode }) => mode !== "i");
  const result = resultOf(row, outputs, relations);
  if (!result || inputs.some(({ name }) => name === "")) return null;
  return {
    name: row.name,
    parameters: inputs.map(({ name, type }, at) => ({ name, type, required: at < row.required })),
    isVolatile: row.is_volatile,
    returnsSet: row.returns_set,
    result,
  };
}

function resultOf(
  row: RoutineRow,
  outputs: RoutineRow["arguments"],
  relations: ReadonlyMap<string, Relation>,
): Routine["result"] | null {
  const relation = relations.get(row.result_relation);
  if (relation) return { kind: "rows", relation };
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
  // Rows of a type we know no columns of.
  if (row.result_relation !== "0" || row.result_type === "record") return null;
  return { kind: row.result_type === "void" ? "void" : "scalar" };
}
