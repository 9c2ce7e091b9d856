import type { ColumnPair, Relationship } from "./schema.ts";

/**
 * A foreign key from `pg_constraint`. Columns are attribute numbers. Each of `columns` references the column of
 * `targetColumns` at the same position.
 */
export type ForeignKey = {
  name: string;
  table: string;
  columns: string[];
  target: string;
  targetColumns: string[];
};

/** A primary or unique key. */
export type Key = { table: string; columns: string[]; isPrimary: boolean };

/**
 * The table columns that a relation exposes: all columns of a table, or the columns that a view selects unchanged.
 * `table` is the table's id, or null for a view. `names` maps `tableId.columnNumber` to the relation's column names,
 * because a view can show a column several times.
 */
export type ExposedColumns = {
  name: string;
  table: string | null;
  names: ReadonlyMap<string, readonly string[]>;
};

type DetectedRelationship = { from: ExposedColumns; target: ExposedColumns; relationship: Relationship };

/**
 * Detects the relationships of every relation as PostgREST does: from foreign keys, including those that views expose.
 * A unique foreign key is one-to-one. A table or view whose primary key contains two foreign keys is a many-to-many
 * junction.
 * @see https://docs.postgrest.org/en/stable/references/api/resource_embedding.html
 */
export function detectRelationships(
  relations: readonly ExposedColumns[],
  foreignKeys: readonly ForeignKey[],
  keys: readonly Key[],
): Map<string, Relationship[]> {
  const detected = foreignKeys.flatMap((foreignKey) => detectForeignKey(relations, foreignKey, keys));
  const relationships = new Map<string, Relationship[]>(relations.map((relation) => [relation.name, []]));
  for (const { from, relationship } of [...detected, ...detectManyToMany(detected, keys)]) {
    relationships.get(from.name)?.push(relationship);
  }
  return relationships;
}

/** Returns the column names of a table's primary key, or of each primary key that a view exposes completely. */
export function findPrimaryKey(relation: ExposedColumns, keys: readonly Key[]): string[] {
  const names = keys
    .filter((key) => key.isPrimary)
    .flatMap((key) => findExposedNames(relation, key.table, key.columns)[0] ?? []);
  return [...new Set(names)];
}

function detectForeignKey(
  relations: readonly ExposedColumns[],
  foreignKey: ForeignKey,
  keys: readonly Key[],
): DetectedRelationship[] {
  const isOneToOne = isUnique(foreignKey, keys);
  const findEnds = (table: string, columns: readonly string[]) =>
    relations.flatMap((relation) =>
      findExposedNames(relation, table, columns).map((names) => ({ relation, names })),
    );
  const targets = findEnds(foreignKey.target, foreignKey.targetColumns);
  return findEnds(foreignKey.table, foreignKey.columns).flatMap((source) =>
    targets.flatMap((target) => relateBothDirections(foreignKey.name, source, target, isOneToOne)),
  );
}

type ForeignKeyEnd = { relation: ExposedColumns; names: readonly string[] };

function relateBothDirections(
  constraint: string,
  source: ForeignKeyEnd,
  target: ForeignKeyEnd,
  isOneToOne: boolean,
): DetectedRelationship[] {
  const relate = (
    from: ForeignKeyEnd,
    to: ForeignKeyEnd,
    cardinality: Relationship["cardinality"],
  ): DetectedRelationship => ({
    from: from.relation,
    target: to.relation,
    relationship: {
      cardinality,
      target: to.relation.name,
      constraint,
      columns: zipColumns(from.names, to.names),
      junction: null,
      isSelf: from.relation.name === to.relation.name,
      targetIsTable: to.relation.table !== null,
    },
  });
  return [
    relate(source, target, isOneToOne ? "one-to-one" : "many-to-one"),
    relate(target, source, isOneToOne ? "one-to-one" : "one-to-many"),
  ];
}

/** Pairs the many-to-one relationships of each junction. Both foreign keys must be part of its primary key. */
function detectManyToMany(
  detected: readonly DetectedRelationship[],
  keys: readonly Key[],
): DetectedRelationship[] {
  const manyToOne = detected.filter(({ relationship }) => relationship.cardinality === "many-to-one");
  return [...Map.groupBy(manyToOne, ({ from }) => from)].flatMap(([junction, ends]) => {
    const primaryKey = new Set(findPrimaryKey(junction, keys));
    const keyEnds = ends.filter(({ relationship }) =>
      relationship.columns.every(([column]) => primaryKey.has(column)),
    );
    return keyEnds.flatMap((first) => keyEnds.flatMap((second) => relateThroughJunction(first, second)));
  });
}

/** PostgREST does not detect many-to-many relationships between a relation and itself. */
function relateThroughJunction(
  first: DetectedRelationship,
  second: DetectedRelationship,
): DetectedRelationship[] {
  if (first.relationship.constraint === second.relationship.constraint || first.target === second.target) {
    return [];
  }
  const relationship: Relationship = {
    cardinality: "many-to-many",
    target: second.target.name,
    constraint: `${first.relationship.constraint} and ${second.relationship.constraint}`,
    columns: first.relationship.columns.map(([source, target]) => [target, source]),
    junction: { relation: first.from.name, columns: second.relationship.columns },
    isSelf: false,
    targetIsTable: second.target.table !== null,
  };
  return [{ from: first.target, target: second.target, relationship }];
}

// Two combinations already make an embed ambiguous. Without a limit, a view with many copies of a key has millions.
const MAX_COMBINATIONS = 100;

/** Returns the relation's names for the columns, one list per combination if it shows a column several times. */
function findExposedNames(relation: ExposedColumns, table: string, columns: readonly string[]): string[][] {
  return columns.reduce<string[][]>(
    (combinations, column) =>
      combinations
        .flatMap((names) => (relation.names.get(`${table}.${column}`) ?? []).map((name) => [...names, name]))
        .slice(0, MAX_COMBINATIONS),
    [[]],
  );
}

function isUnique(foreignKey: ForeignKey, keys: readonly Key[]): boolean {
  const columns = new Set(foreignKey.columns);
  return keys.some(
    (key) =>
      key.table === foreignKey.table &&
      key.columns.length === columns.size &&
      key.columns.every((column) => columns.has(column)),
  );
}

function zipColumns(sourceColumns: readonly string[], targetColumns: readonly string[]): ColumnPair[] {
  return sourceColumns.map((name, index) => [name, targetColumns[index] ?? ""]);
}
