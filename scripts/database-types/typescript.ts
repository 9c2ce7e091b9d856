import type { Catalogue, Column, DatabaseFunction, Relation, Relationship } from "./catalogue.ts";
import { TYPE_LOOKUPS } from "./type-lookups.ts";

/** The PostgREST whose abilities supabase-js may count on. */
const POSTGREST_VERSION = "14.1";

const NONE = "{\n[_ in never]: never\n}";

/**
 * The types of schema `public`, as `supabase gen types typescript` lays them out. One difference: only tables name
 * relationships, and only with tables; nothing is embedded through a view.
 */
export function databaseTypes(catalogue: Catalogue): string {
  const known = new Set(catalogue.enums.map((each) => each.name));
  const body = `export type Json =
  | string
  | number
  | boolean
  | null
  | { [key: string]: Json | undefined }
  | Json[]

${indented(`export type Database = {
// Allows to automatically instantiate createClient with right options
// instead of createClient<Database, { PostgrestVersion: 'XX' }>(URL, KEY)
__InternalSupabase: {
PostgrestVersion: "${POSTGREST_VERSION}"
}
public: {
Tables: ${record(catalogue.tables.map((table) => [table.name, tableType(table, known)]))}
Views: ${record(catalogue.views.map((view) => [view.name, viewType(view, known)]))}
Functions: ${record(catalogue.functions.map((each) => [each.name, functionType(each, known)]))}
Enums: ${record(catalogue.enums.map((each) => [each.name, each.values.map(quoted).join(" | ")]))}
CompositeTypes: ${NONE}
}
}`)}
`;
  return `${body}\n${TYPE_LOOKUPS}\n${indented(constants(catalogue))}\n`;
}

function tableType(table: Relation, enums: ReadonlySet<string>): string {
  const lines = (write: (column: Column) => string) => block(table.columns.map(write));
  return block([
    `Row: ${lines((column) => `${column.name}: ${columnType(column, enums)}`)}`,
    `Insert: ${lines((column) => written(column, column.nullable || column.filled, enums))}`,
    `Update: ${lines((column) => written(column, true, enums))}`,
    `Relationships: ${relationships(table.relationships)}`,
  ]);
}

/** A view's columns may all be null: the catalogue knows no better. */
function viewType(view: Relation, enums: ReadonlySet<string>): string {
  const columns = view.columns.map(
    (column) => `${column.name}: ${columnType({ ...column, nullable: true }, enums)}`,
  );
  return block([`Row: ${block(columns)}`, `Relationships: ${relationships([])}`]);
}

function functionType(each: DatabaseFunction, enums: ReadonlySet<string>): string {
  const args = each.args.map((arg) => `${arg.name}${arg.optional ? "?" : ""}: ${typeOf(arg.type, enums)}`);
  const columns = each.returnedColumns.map(({ name, type }) => `${name}: ${typeOf(type, enums)}`);
  const one = columns.length > 0 ? `{ ${columns.join("; ")} }` : typeOf(each.returns, enums);
  const returns = `${one}${each.returnsSet ? "[]" : ""}`;
  return `{ Args: ${args.length > 0 ? `{ ${args.join("; ")} }` : "never"}; Returns: ${returns} }`;
}

function written(column: Column, optional: boolean, enums: ReadonlySet<string>): string {
  if (column.readOnly) return `${column.name}?: never`;
  return `${column.name}${optional ? "?" : ""}: ${columnType(column, enums)}`;
}

function relationships(keys: readonly Relationship[]): string {
  if (keys.length === 0) return "[]";
  const entries = keys.map(
    (key) => `{
foreignKeyName: ${quoted(key.name)}
columns: [${key.columns.map(quoted).join(", ")}]
isOneToOne: ${key.isOneToOne}
referencedRelation: ${quoted(key.referencedRelation)}
referencedColumns: [${key.referencedColumns.map(quoted).join(", ")}]
},`,
  );
  return `[\n${entries.join("\n")}\n]`;
}

function constants({ enums }: Catalogue): string {
  const values = enums.map((each) => `${each.name}: [${each.values.map(quoted).join(", ")}],`);
  const inner = values.length > 0 ? block(values) : "{}";
  return `export const Constants = {\npublic: {\nEnums: ${inner},\n},\n} as const`;
}

function columnType(column: Column, enums: ReadonlySet<string>): string {
  return `${typeOf(column.type, enums)}${column.nullable ? " | null" : ""}`;
}

const NUMBERS = new Set(["int2", "int4", "int8", "float4", "float8", "numeric"]);
const TEXTS = new Set(
  "bytea bpchar varchar date text citext time timetz timestamp timestamptz uuid vector".split(" "),
);

/** The TypeScript type of a PostgreSQL type's value in JSON; `unknown` for those supabase-js does not know. */
function typeOf(type: string, enums: ReadonlySet<string>): string {
  if (type.startsWith("_")) return `${typeOf(type.slice(1), enums)}[]`;
  if (type === "bool") return "boolean";
  if (NUMBERS.has(type)) return "number";
  if (TEXTS.has(type)) return "string";
  if (type === "json" || type === "jsonb") return "Json";
  if (type === "void") return "undefined";
  return enums.has(type) ? `Database["public"]["Enums"][${quoted(type)}]` : "unknown";
}

function record(entries: readonly (readonly [string, string])[]): string {
  return entries.length === 0 ? NONE : block(entries.map(([name, type]) => `${name}: ${type}`));
}

function block(lines: readonly string[]): string {
  return `{\n${lines.join("\n")}\n}`;
}

/** Two spaces for every bracket still open. */
function indented(text: string): string {
  let depth = 0;
  return text
    .split("\n")
    .map((line) => {
      if (/^[}\]]/.test(line)) depth -= 1;
      const result = `${"  ".repeat(depth)}${line}`;
      if (/[{[]$/.test(line)) depth += 1;
      return result;
    })
    .join("\n");
}

function quoted(text: string): string {
  return JSON.stringify(text);
}
