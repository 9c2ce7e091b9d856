import type { Column, DatabaseSchema, Relation, Relationship, Routine } from "../rest/schema/schema.ts";

/** A column without a default, as an entry of `Relation.columns`. */
export function createColumn(name: string, type: string, overrides: Partial<Column> = {}): [string, Column] {
  return [name, { name, type, storedType: type, default: null, ...overrides }];
}

/** A table with the primary key `id`. */
export function createRelation(
  name: string,
  columns: [string, Column][],
  relationships: Relationship[] = [],
): Relation {
  return { name, columns: new Map(columns), primaryKey: ["id"], relationships };
}

/** A foreign key `client_id` to `clients`, unless overridden. */
export function createRelationship(overrides: Partial<Relationship> = {}): Relationship {
  return {
    cardinality: "many-to-one",
    target: "clients",
    constraint: "fk",
    columns: [["client_id", "id"]],
    junction: null,
    isSelf: false,
    targetIsTable: true,
    ...overrides,
  };
}

/** A function without parameters that returns one value, unless overridden. */
export function createRoutine(name: string, overrides: Partial<Routine> = {}): Routine {
  return {
    name,
    parameters: [],
    isVolatile: false,
    returnsSet: false,
    result: { kind: "scalar" },
    ...overrides,
  };
}

export function createSchema(relations: Relation[], routines: Routine[] = []): DatabaseSchema {
  return {
    relations: new Map(relations.map((relation) => [relation.name, relation])),
    routines: Map.groupBy(routines, (routine) => routine.name),
  };
}
