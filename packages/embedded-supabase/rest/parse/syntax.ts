// The types of a parsed query, before its names are looked up in the schema.

/** One step of a JSON path: `->"key"`, `->>"key"` or `->0`. */
export type JsonPathStep = { asText: boolean; key: string | number };

/** A column, or a path inside a JSON column. */
export type Field = { column: string; path: JsonPathStep[] };

export type Operator = (typeof OPERATORS)[number];
export const OPERATORS = [
  "eq", "neq", "gt", "gte", "lt", "lte", "like", "ilike", "cs", "cd", "ov",
] as const; // biome-ignore format: one line reads better

export type IsValue = "null" | "not_null" | "true" | "false" | "unknown";

export type Filter = { kind: "filter"; field: Field; negated: boolean } & (
  | { operator: Operator; value: string }
  | { operator: "in"; values: string[] }
  | { operator: "is"; value: IsValue }
);

export type Condition = Filter | { kind: "and" | "or"; negated: boolean; conditions: Condition[] };

/** One term of `order`. `relation` is the embedded table if the column belongs to one. */
export type OrderTerm = {
  field: Field;
  relation: string | null;
  descending: boolean;
  nulls: "first" | "last" | null;
};

export type Cast =
  | "text" | "integer" | "bigint" | "numeric" | "float8" | "boolean" | "date" | "timestamp" | "timestamptz" | "uuid"
  | "json" | "jsonb"; // biome-ignore format: one line reads better

export type SelectedColumn =
  | { kind: "all" }
  | { kind: "column"; field: Field; alias: string | null; cast: Cast | null };

/** The query for one table: the table in the URL or an embedded table. */
export type QueryLevel = {
  columns: SelectedColumn[];
  embeds: Embed[];
  conditions: Condition[];
  order: OrderTerm[];
  limit: number | null;
  offset: number;
};

/** An embedded table. `name` is the table, a foreign key or its column. `hint` selects one of several relationships. */
export type Embed = {
  name: string;
  alias: string | null;
  hint: string | null;
  inner: boolean;
  level: QueryLevel;
};

/** Returns the name that other parameters use for an embedded table. */
export function getEmbedName(embed: Embed): string {
  return embed.alias ?? embed.name;
}

export function createQueryLevel(): QueryLevel {
  return { columns: [], embeds: [], conditions: [], order: [], limit: null, offset: 0 };
}
