/** Types of a parsed query, before its names are looked up in the schema. */

/** `->"key"`, `->>"key"` or `->0`. */
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

/** `relation` is set when ordering by a column of an embedded table. */
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

/** The query of one table: the one in the URL, or an embedded one. */
export type QueryLevel = {
  columns: SelectedColumn[];
  embeds: Embed[];
  conditions: Condition[];
  order: OrderTerm[];
  limit: number | null;
  offset: number;
};

/** `name` is a table, a foreign key or its column. `hint` selects one of several relationships. */
export type Embed = {
  name: string;
  alias: string | null;
  hint: string | null;
  inner: boolean;
  level: QueryLevel;
};

/** The name by which other parameters refer to an embedded table. */
export function embedName(embed: Embed): string {
  return embed.alias ?? embed.name;
}

export function emptyLevel(): QueryLevel {
  return { columns: [], embeds: [], conditions: [], order: [], limit: null, offset: 0 };
}
