import type { Column, DatabaseSchema, Relation, Relationship, Routine } from "../rest/schema/schema.ts";

/** Creates an entry of `Relation.columns`. The column has no default unless overridden. */
export function createColumn(name: string, type: string, overrides: Partial<Column> = {}): [string, Column] {
  return [name, { name, type, storedType: type, default: null, hasJsonCast: false, ...overrides }];
}

/** Creates a table with the primary key `id`. */
export function createRelation(
  name: string,
  columns: [string, Column][],
  relationships: Relationship[] = [],
): Relation {
  return {
    name,
    columns: new Map(columns),
    primaryKey: ["id"],
    computedFields: new Set(),
    commands: new Set(["insert", "update", "delete"]),
    relationships,
  };
}

/** Creates a foreign key from `client_id` to `clients`, unless overridden. */
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

/** Creates a function without parameters that returns one value, unless overridden. */
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
    unsupportedRoutines: new Map(),
  };
}
