/** What schema `public` holds. Every identifier that reaches SQL comes from here. */
export type Catalogue = {
  relations: ReadonlyMap<string, Relation>;
  /** Functions by name; several when overloaded. */
  routines: ReadonlyMap<string, readonly Routine[]>;
};

/** A table, a view, or the rows a function returns. */
export type Relation = {
  name: string;
  columns: ReadonlyMap<string, Column>;
  primaryKey: readonly string[];
  relationships: readonly Relationship[];
};

export type Column = {
  name: string;
  /** The type's name as SQL, without length, as values are compared: `character varying`. */
  type: string;
  /** With length and precision, as values are stored: `character varying(20)`. */
  storedType: string;
  /** The default as SQL, from the database itself; null without one. */
  default: string | null;
};

/** How rows of one relation find rows of another. `columns` pairs this relation's column with the target's. */
export type Relationship = {
  cardinality: "many-to-one" | "one-to-many" | "one-to-one" | "many-to-many";
  target: string;
  /** The foreign key's name; for many-to-many both, joined by " and ". */
  constraint: string;
  columns: readonly ColumnPair[];
  /** The table between, with its pairs towards the target (its own column first); `columns` then lead to it. */
  junction: { relation: string; columns: readonly ColumnPair[] } | null;
  isSelf: boolean;
  /** Only a table may be named by constraint or column instead of its name. */
  targetIsTable: boolean;
};

export type ColumnPair = readonly [own: string, foreign: string];

export type Routine = {
  name: string;
  parameters: readonly { name: string; type: string; required: boolean }[];
  isVolatile: boolean;
  returnsSet: boolean;
  /** `scalar` is one value, `rows` has columns and may be selected from like a table. */
  result: { kind: "void" | "scalar" } | { kind: "rows"; relation: Relation };
};

export function isToOne(relationship: Relationship): boolean {
  return relationship.cardinality === "many-to-one" || relationship.cardinality === "one-to-one";
}
