/** What a request says, before anyone looked whether its names exist. */

/** `->"key"`, `->>"key"`, `->0`. */
export type JsonArrow = { asText: boolean; key: string | number };

/** A column, or a place inside a JSON column. */
export type Field = { column: string; path: JsonArrow[] };

export type Operator = (typeof operators)[number];
export const operators = [
  "eq", "neq", "gt", "gte", "lt", "lte", "like", "ilike", "cs", "cd", "ov",
] as const; // biome-ignore format: one line reads better

export type IsValue = "null" | "not_null" | "true" | "false" | "unknown";

export type Filter = { kind: "filter"; field: Field; negated: boolean } & (
  | { operator: Operator; value: string }
  | { operator: "in"; values: string[] }
  | { operator: "is"; value: IsValue }
);

export type Condition = Filter | { kind: "and" | "or"; negated: boolean; conditions: Condition[] };

/** `relation` is set when the order is by a column of an embedded table. */
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

/** One table of the answer: the addressed one, or an embedded one. */
export type Level = {
  columns: SelectedColumn[];
  embeds: Embed[];
  conditions: Condition[];
  order: OrderTerm[];
  limit: number | null;
  offset: number;
};

/** `name` is a table, or a foreign key or its column; `hint` tells which relationship when there are several. */
export type Embed = { name: string; alias: string | null; hint: string | null; inner: boolean; level: Level };

/** How the rest of the request speaks of an embedded table. */
export function nameOf(embed: Embed): string {
  return embed.alias ?? embed.name;
}

export function emptyLevel(): Level {
  return { columns: [], embeds: [], conditions: [], order: [], limit: null, offset: 0 };
}
