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
 * `table` is the table's id, or null for a view. `names` maps `tableId.columnNumber` to the relation's column name.
 */
export type ExposedColumns = { name: string; table: string | null; names: ReadonlyMap<string, string> };

/**
 * Detects the relationships of every relation as PostgREST does: from foreign keys, including those that views expose.
 * A unique foreign key is one-to-one. A table whose primary key contains two foreign keys is a many-to-many junction.
 * @see https://docs.postgrest.org/en/stable/references/api/resource_embedding.html
 */
export function detectRelationships(
  relations: readonly ExposedColumns[],
  foreignKeys: readonly ForeignKey[],
  keys: readonly Key[],
): Map<string, Relationship[]> {
  const relationships = new Map<string, Relationship[]>(relations.map((relation) => [relation.name, []]));
  const addRelationship = (from: string, relationship: Relationship) =>
    relationships.get(from)?.push(relationship);
  for (const foreignKey of foreignKeys) {
    for (const source of relations) {
      const sourceColumns = findExposedNames(source, foreignKey.table, foreignKey.columns);
      if (!sourceColumns) {
        continue;
      }
      for (const target of relations) {
        const targetColumns = findExposedNames(target, foreignKey.target, foreignKey.targetColumns);
        if (targetColumns) {
          addBothDirections(
            addRelationship,
            foreignKey,
            source,
            sourceColumns,
            target,
            targetColumns,
            isUnique(foreignKey, keys),
          );
        }
      }
    }
  }
  for (const [from, relationship] of detectManyToMany(relations, foreignKeys, keys)) {
    addRelationship(from, relationship);
  }
  return relationships;
}

function addBothDirections(
  add: (from: string, relationship: Relationship) => void,
  foreignKey: ForeignKey,
  source: ExposedColumns,
  sourceColumns: string[],
  target: ExposedColumns,
  targetColumns: string[],
  isUniqueKey: boolean,
): void {
  const isSelf = source.name === target.name;
  const sharedFields = { constraint: foreignKey.name, junction: null, isSelf };
  add(source.name, {
    ...sharedFields,
    cardinality: isUniqueKey ? "one-to-one" : "many-to-one",
    target: target.name,
    columns: zipColumns(sourceColumns, targetColumns),
    targetIsTable: target.table !== null,
  });
  add(target.name, {
    ...sharedFields,
    cardinality: isUniqueKey ? "one-to-one" : "one-to-many",
    target: source.name,
    columns: zipColumns(targetColumns, sourceColumns),
    targetIsTable: source.table !== null,
  });
}

function detectManyToMany(
  relations: readonly ExposedColumns[],
  foreignKeys: readonly ForeignKey[],
  keys: readonly Key[],
): [from: string, Relationship][] {
  const findTable = (table: string) => relations.find((relation) => relation.table === table);
  return keys
    .filter((key) => key.isPrimary)
    .flatMap((primary) => {
      const primaryForeignKeys = foreignKeys.filter(
        (key) =>
          key.table === primary.table && key.columns.every((column) => primary.columns.includes(column)),
      );
      return primaryForeignKeys.flatMap((first) => primaryForeignKeys.map((second) => ({ first, second })));
    })
    .flatMap(({ first, second }): [string, Relationship][] => {
      const [from, junction, target] = [
        findTable(first.target),
        findTable(first.table),
        findTable(second.target),
      ];
      // PostgREST does not detect many-to-many relationships between a table and itself.
      if (first === second || !from || !junction || !target || from === target) {
        return [];
      }
      const relationship: Relationship = {
        cardinality: "many-to-many",
        target: target.name,
        constraint: `${first.name} and ${second.name}`,
        columns: pairExposedColumns(
          from,
          first.target,
          first.targetColumns,
          junction,
          first.table,
          first.columns,
        ),
        junction: {
          relation: junction.name,
          columns: pairExposedColumns(
            junction,
            second.table,
            second.columns,
            target,
            second.target,
            second.targetColumns,
          ),
        },
        isSelf: false,
        targetIsTable: true,
      };
      return [[from.name, relationship]];
    });
}

function pairExposedColumns(
  left: ExposedColumns,
  leftTable: string,
  leftColumns: readonly string[],
  right: ExposedColumns,
  rightTable: string,
  rightColumns: readonly string[],
): ColumnPair[] {
  return zipColumns(
    findExposedNames(left, leftTable, leftColumns) ?? [],
    findExposedNames(right, rightTable, rightColumns) ?? [],
  );
}

function findExposedNames(
  relation: ExposedColumns,
  table: string,
  columns: readonly string[],
): string[] | null {
  const exposed = columns.map((column) => relation.names.get(`${table}.${column}`));
  return exposed.every((name) => name !== undefined) ? exposed : null;
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
