import type { Catalog, Column, DatabaseFunction, Relation, Relationship } from "./catalog.ts";
import { TYPE_LOOKUPS } from "./type-lookups.ts";

/** supabase-js uses only features that this PostgREST version supports. */
const POSTGREST_VERSION = "14.1";

const EMPTY_RECORD = "{\n[_ in never]: never\n}";

/**
 * Generates the types of the schema `public` in the layout of `supabase gen types typescript`, with four differences:
 * - Columns limited by a check constraint have union types.
 * - Amounts, dates and timestamps have the types in supabase/value-types.ts.
 * - View columns can be non-null.
 * - Views have no relationships, because the product embeds no resources through a view.
 */
export function generateTypes(catalog: Catalog): string {
  const enums = new Set(catalog.enums.map(({ name }) => name));
  const body = `import type {
  CalendarDate,
  CalendarDateInput,
  Dollars,
  DollarsInput,
  Instant,
  InstantInput,
} from "./value-types.ts"

export type Json =
  | string
  | number
  | boolean
  | null
  | { [key: string]: Json | undefined }
  | Json[]

${indent(`export type Database = {
// Allows to automatically instantiate createClient with right options
// instead of createClient<Database, { PostgrestVersion: 'XX' }>(URL, KEY)
__InternalSupabase: {
PostgrestVersion: "${POSTGREST_VERSION}"
}
public: {
Tables: ${formatRecord(catalog.tables.map((table) => [table.name, formatTable(table, enums)]))}
Views: ${formatRecord(catalog.views.map((view) => [view.name, formatView(view, enums)]))}
Functions: ${formatRecord(catalog.functions.map((routine) => [routine.name, formatFunction(routine, enums, listRelationTypes(catalog))]))}
Enums: ${formatRecord(catalog.enums.map(({ name, values }) => [name, formatUnion(values)]))}
CompositeTypes: ${EMPTY_RECORD}
}
}`)}

${indent(formatClosedSets(catalog))}
`;
  return `${body}\n${TYPE_LOOKUPS}\n${indent(formatConstants(catalog))}\n`;
}

function formatTable(table: Relation, enums: ReadonlySet<string>): string {
  const formatColumns = (format: (column: Column) => string) => formatBlock(table.columns.map(format));
  return formatBlock([
    `Row: ${formatColumns((column) => `${column.name}: ${formatColumnType(column, enums)}`)}`,
    `Insert: ${formatColumns((column) => formatWrite(column, column.isNullable || column.hasDefault, enums))}`,
    `Update: ${formatColumns((column) => formatWrite(column, true, enums))}`,
    `Relationships: ${formatRelationships(table.relationships)}`,
  ]);
}

function formatView(view: Relation, enums: ReadonlySet<string>): string {
  const columns = view.columns.map((column) => `${column.name}: ${formatColumnType(column, enums)}`);
  return formatBlock([
    `Row: ${formatBlock(columns)}`,
    `Relationships: ${formatRelationships(view.relationships)}`,
  ]);
}

function formatFunction(
  routine: DatabaseFunction,
  enums: ReadonlySet<string>,
  relations: ReadonlyMap<string, string>,
): string {
  const args = routine.args.map(
    (arg) => `${arg.name}${arg.isOptional ? "?" : ""}: ${toInputType(arg.type, enums)}`,
  );
  const columns = routine.returnedColumns.map(({ name, type }) => `${name}: ${toType(type, enums)}`);
  const relation = relations.get(routine.returns);
  const single = relation ? `${relation}["Row"]` : toType(routine.returns, enums);
  const row = columns.length > 0 ? `{ ${columns.join("; ")} }` : single;
  const returns = `${row}${routine.returnsSet ? "[]" : ""}`;
  const options = relation
    ? `; SetofOptions: { from: "*"; to: ${quote(routine.returns)}; isOneToOne: ${!routine.returnsSet}; isSetofReturn: ${routine.returnsSet} }`
    : "";
  return `{ Args: ${args.length > 0 ? `{ ${args.join("; ")} }` : "never"}; Returns: ${returns}${options} }`;
}

/** The types of tables and views by name. A function can return their rows. */
function listRelationTypes({ tables, views }: Catalog): ReadonlyMap<string, string> {
  const toEntries = (kind: string, relations: readonly Relation[]) =>
    relations.map(({ name }) => [name, `Database["public"]["${kind}"][${quote(name)}]`] as const);
  return new Map([...toEntries("Tables", tables), ...toEntries("Views", views)]);
}

function formatWrite(column: Column, isOptional: boolean, enums: ReadonlySet<string>): string {
  if (column.isReadOnly) {
    return `${column.name}?: never`;
  }
  return `${column.name}${isOptional ? "?" : ""}: ${formatColumnType(column, enums, toInputType)}`;
}

function formatRelationships(keys: readonly Relationship[]): string {
  if (keys.length === 0) {
    return "[]";
  }
  const entries = keys.map(
    (key) => `{
foreignKeyName: ${quote(key.name)}
columns: [${key.columns.map(quote).join(", ")}]
isOneToOne: ${key.isOneToOne}
referencedRelation: ${quote(key.referencedRelation)}
referencedColumns: [${key.referencedColumns.map(quote).join(", ")}]
},`,
  );
  return `[\n${entries.join("\n")}\n]`;
}

function formatClosedSets({ closedSets }: Catalog): string {
  const entries = closedSets.map(({ schema, table, column, values }) => {
    const prefix = schema === "private" ? "private." : "";
    return [quote(`${prefix}${table}.${column}`), formatUnion(values)] as const;
  });
  return `// Values that check constraints allow, by table and column.\nexport type ClosedSets = ${formatRecord(entries)}`;
}

function formatConstants({ enums }: Catalog): string {
  const values = enums.map((enumType) => `${enumType.name}: [${enumType.values.map(quote).join(", ")}],`);
  const inner = values.length > 0 ? formatBlock(values) : "{}";
  return `export const Constants = {\npublic: {\nEnums: ${inner},\n},\n} as const`;
}

function formatColumnType(column: Column, enums: ReadonlySet<string>, format = toType): string {
  const type = column.values ? formatUnion(column.values) : format(column.type, enums);
  return `${type}${column.isNullable ? " | null" : ""}`;
}

function formatUnion(values: readonly string[]): string {
  return values.map(quote).join(" | ");
}

const NUMBER_TYPES = new Set(["int2", "int4", "int8", "float4", "float8"]);
const STRING_TYPES = new Set("bytea bpchar varchar text citext time timetz timestamp uuid vector".split(" "));
/** PostgreSQL types with a branded type. supabase/database-rules.test.ts ensures that `numeric` columns contain only money. */
const VALUE_TYPES = new Map([
  ["numeric", "Dollars"],
  ["date", "CalendarDate"],
  ["timestamptz", "Instant"],
]);

/** Returns the type that inserts and updates accept. It includes plain numbers and strings, for example from a form. */
function toInputType(type: string, enums: ReadonlySet<string>): string {
  if (type.startsWith("_")) {
    return `${toInputType(type.slice(1), enums)}[]`;
  }
  return VALUE_TYPES.has(type) ? `${VALUE_TYPES.get(type)}Input` : toType(type, enums);
}

/** Returns the TypeScript type of a PostgreSQL type's values in JSON, or `unknown` if supabase-js does not support it. */
function toType(type: string, enums: ReadonlySet<string>): string {
  if (type.startsWith("_")) {
    return `${toType(type.slice(1), enums)}[]`;
  }
  if (type === "bool") {
    return "boolean";
  }
  if (NUMBER_TYPES.has(type)) {
    return "number";
  }
  if (STRING_TYPES.has(type)) {
    return "string";
  }
  const valueType = VALUE_TYPES.get(type);
  if (valueType) {
    return valueType;
  }
  if (type === "json" || type === "jsonb") {
    return "Json";
  }
  if (type === "void") {
    return "undefined";
  }
  return enums.has(type) ? `Database["public"]["Enums"][${quote(type)}]` : "unknown";
}

function formatRecord(entries: readonly (readonly [string, string])[]): string {
  return entries.length === 0 ? EMPTY_RECORD : formatBlock(entries.map(([name, type]) => `${name}: ${type}`));
}

function formatBlock(lines: readonly string[]): string {
  return `{\n${lines.join("\n")}\n}`;
}

/** Indents each line by two spaces per open bracket. */
function indent(text: string): string {
  let depth = 0;
  return text
    .split("\n")
    .map((line) => {
      if (/^[}\]]/.test(line)) {
        depth -= 1;
      }
      const result = `${"  ".repeat(depth)}${line}`;
      if (/[{[]$/.test(line)) {
        depth += 1;
      }
      return result;
    })
    .join("\n");
}

function quote(text: string): string {
  return JSON.stringify(text);
}
