/** The tables, views and functions of schema `public`. Generated SQL uses only the names in this schema. */
export type DatabaseSchema = {
  relations: ReadonlyMap<string, Relation>;
  /** Functions by name. An overloaded function has several entries. */
  routines: ReadonlyMap<string, readonly Routine[]>;
  /** The reasons why functions cannot be called, by function name. */
  unsupportedRoutines: ReadonlyMap<string, string>;
};

/** A table, a view, or the rows a function returns. The primary key of a view is that of its tables. */
export type Relation = {
  name: string;
  columns: ReadonlyMap<string, Column>;
  primaryKey: readonly string[];
  /** Functions that PostgREST offers as columns or relationships of this relation. They are not supported. */
  computedFields: ReadonlySet<string>;
  /** The commands that the relation accepts. A view accepts those that PostgreSQL or a trigger can apply. */
  commands: ReadonlySet<"insert" | "update" | "delete">;
  relationships: readonly Relationship[];
};

export type Column = {
  name: string;
  /** The SQL type without its length, used to compare values: `character varying`. */
  type: string;
  /** The SQL type with length and precision, used to store values: `character varying(20)`. */
  storedType: string;
  /** The default as a SQL expression, read from the database. Null if the column has no default. */
  default: string | null;
  /** True if casts convert the column's domain to or from JSON. Such columns are not supported. */
  hasJsonCast: boolean;
};

/** A relationship from this relation to `target`. `columns` pairs this relation's columns with the target's. */
export type Relationship = {
  cardinality: "many-to-one" | "one-to-many" | "one-to-one" | "many-to-many";
  target: string;
  /** The name of the foreign key; for many-to-many, both names joined by " and ". */
  constraint: string;
  columns: readonly ColumnPair[];
  /** The junction table and its column pairs to the target. `columns` then pairs with the junction's columns. */
  junction: { relation: string; columns: readonly ColumnPair[] } | null;
  isSelf: boolean;
  /** Tables can be embedded by constraint or column name, views only by their own name. */
  targetIsTable: boolean;
};

export type ColumnPair = readonly [source: string, target: string];

export type Routine = {
  name: string;
  parameters: readonly { name: string; type: string; required: boolean }[];
  isVolatile: boolean;
  returnsSet: boolean;
  /** `scalar` is a single value; `rows` has columns and can be queried like a table. */
  result: { kind: "void" | "scalar" } | { kind: "rows"; relation: Relation };
};

export function isToOne(relationship: Relationship): boolean {
  return relationship.cardinality === "many-to-one" || relationship.cardinality === "one-to-one";
}
