import type { ColumnPair, Relationship } from "./catalogue.ts";

/** A foreign key as pg_constraint has it: numbers of columns, in pairs. */
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
 * A relation and the table columns its own columns show: a table shows all of its own, a view those it passes on.
 * `table` is a table's own id, null for a view; `shows` maps `table.column` to the relation's name for it.
 */
export type Shown = { name: string; table: string | null; shows: ReadonlyMap<string, string> };

/**
 * The relationships of every relation, as PostgREST detects them: from foreign keys, also through views; a foreign key
 * that is unique leads to one row both ways; a table whose primary key holds two foreign keys joins many to many.
 * https://docs.postgrest.org/en/stable/references/api/resource_embedding.html
 */
export function relationshipsOf(
  shown: readonly Shown[],
  foreignKeys: readonly ForeignKey[],
  keys: readonly Key[],
): Map<string, Relationship[]> {
  const found = new Map<string, Relationship[]>(shown.map((relation) => [relation.name, []]));
  const add = (from: string, relationship: Relationship) => found.get(from)?.push(relationship);
  for (const foreignKey of foreignKeys) {
    for (const source of shown) {
      const own = namesIn(source, foreignKey.table, foreignKey.columns);
      if (!own) continue;
      for (const target of shown) {
        const foreign = namesIn(target, foreignKey.target, foreignKey.targetColumns);
        if (foreign) addBothWays(add, foreignKey, source, own, target, foreign, isUnique(foreignKey, keys));
      }
    }
  }
  for (const [from, relationship] of manyToMany(shown, foreignKeys, keys)) add(from, relationship);
  return found;
}

function addBothWays(
  add: (from: string, relationship: Relationship) => void,
  foreignKey: ForeignKey,
  source: Shown,
  own: string[],
  target: Shown,
  foreign: string[],
  unique: boolean,
): void {
  const isSelf = source.name === target.name;
  const shared = { constraint: foreignKey.name, junction: null, isSelf };
  add(source.name, {
    ...shared,
    cardinality: unique ? "one-to-one" : "many-to-one",
    target: target.name,
    columns: pairs(own, foreign),
    targetIsTable: target.table !== null,
  });
  add(target.name, {
    ...shared,
    cardinality: unique ? "one-to-one" : "one-to-many",
    target: source.name,
    columns: pairs(foreign, own),
    targetIsTable: source.table !== null,
  });
}

function manyToMany(
  shown: readonly Shown[],
  foreignKeys: readonly ForeignKey[],
  keys: readonly Key[],
): [from: string, Relationship][] {
  const relationOf = (table: string) => shown.find((relation) => relation.table === table);
  return keys
    .filter((key) => key.isPrimary)
    .flatMap((primary) => {
      const inPrimary = foreignKeys.filter(
        (key) =>
          key.table === primary.table && key.columns.every((column) => primary.columns.includes(column)),
      );
      return inPrimary.flatMap((first) => inPrimary.map((second) => ({ first, second })));
    })
    .flatMap(({ first, second }): [string, Relationship][] => {
      const [from, junction, target] = [
        relationOf(first.target),
        relationOf(first.table),
        relationOf(second.target),
      ];
      // A table joined to itself is reached by its foreign keys, one step at a time.
      if (first === second || !from || !junction || !target || from === target) return [];
      const relationship: Relationship = {
        cardinality: "many-to-many",
        target: target.name,
        constraint: `${first.name} and ${second.name}`,
        columns: joined(from, first.target, first.targetColumns, junction, first.table, first.columns),
        junction: {
          relation: junction.name,
          columns: joined(
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

function joined(
  one: Shown,
  table: string,
  columns: readonly string[],
  other: Shown,
  otherTable: string,
  otherColumns: readonly string[],
): ColumnPair[] {
  return pairs(namesIn(one, table, columns) ?? [], namesIn(other, otherTable, otherColumns) ?? []);
}

function namesIn(relation: Shown, table: string, columns: readonly string[]): string[] | null {
  const names = columns.map((column) => relation.shows.get(`${table}.${column}`));
  return names.every((name) => name !== undefined) ? names : null;
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

function pairs(own: readonly string[], foreign: readonly string[]): ColumnPair[] {
  return own.map((name, at) => [name, foreign[at] ?? ""]);
}
