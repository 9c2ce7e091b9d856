import { invalidQuery, RestError } from "../errors.ts";
import type { Relation, Relationship } from "./schema.ts";

/**
 * Finds the relationship from `origin` to an embedded resource.
 * `name` is a table or view. Without a hint, it can also be a foreign key or the column of a single-column foreign key.
 * `hint` is a foreign key, its column on either side if it has only one, or the junction table. For a table that
 * references itself, the table name selects the children and the column name selects the parent.
 * @see https://docs.postgrest.org/en/stable/references/api/resource_embedding.html#foreign-key-joins-on-multiple-foreign-key-relationships
 * @throws {RestError} PGRST200 if there is none, PGRST201 if there are several, PGRST100 for a computed relationship
 */
export function findRelationship(origin: Relation, name: string, hint: string | null): Relationship {
  // In PostgREST, a computed relationship takes precedence over foreign keys of the same name.
  if (origin.computedFields.has(name)) {
    throw invalidQuery(
      `computed relationship "${name}" of "${origin.name}"`,
      "computed relationships are not supported",
    );
  }
  const matches = origin.relationships.filter((candidate) =>
    candidate.isSelf
      ? matchesSelfRelationship(candidate, name, hint)
      : matchesRelationship(candidate, name, hint),
  );
  const [relationship] = matches;
  if (!relationship) {
    throw noRelationship(origin.name, name, hint);
  }
  if (matches.length > 1) {
    throw ambiguousRelationship(origin.name, name, matches);
  }
  return relationship;
}

function matchesRelationship(candidate: Relationship, name: string, hint: string | null): boolean {
  if (hint === null) {
    if (candidate.target === name) {
      return true;
    }
    return (
      candidate.targetIsTable && (hasConstraint(candidate, name) || getOnlySourceColumn(candidate) === name)
    );
  }
  return (
    candidate.target === name &&
    (hasConstraint(candidate, hint) ||
      getOnlySourceColumn(candidate) === hint ||
      getOnlyTargetColumn(candidate) === hint ||
      candidate.junction?.relation === hint)
  );
}

function matchesSelfRelationship(candidate: Relationship, name: string, hint: string | null): boolean {
  const isToManyMatch = candidate.target === name && candidate.cardinality === "one-to-many";
  if (hint === null) {
    return (
      isToManyMatch || (getOnlySourceColumn(candidate) === name && candidate.cardinality === "many-to-one")
    );
  }
  return isToManyMatch && getOnlyTargetColumn(candidate) === hint;
}

function hasConstraint(candidate: Relationship, name: string): boolean {
  return candidate.junction === null && candidate.constraint === name;
}

function getOnlySourceColumn(candidate: Relationship): string | undefined {
  return candidate.junction === null && candidate.columns.length === 1
    ? candidate.columns[0]?.[0]
    : undefined;
}

function getOnlyTargetColumn(candidate: Relationship): string | undefined {
  return candidate.junction === null && candidate.columns.length === 1
    ? candidate.columns[0]?.[1]
    : undefined;
}

function noRelationship(origin: string, name: string, hint: string | null): RestError {
  const hintText = hint === null ? "" : ` using the hint '${hint}'`;
  return new RestError(400, {
    code: "PGRST200",
    message: `Could not find a relationship between '${origin}' and '${name}' in the schema cache`,
    details: `Searched for a foreign key relationship between '${origin}' and '${name}'${hintText} in the schema 'public', but no matches were found.`,
  });
}

function ambiguousRelationship(origin: string, name: string, matches: readonly Relationship[]): RestError {
  const hints = matches.map((match) => `'${match.target}!${match.junction?.relation ?? match.constraint}'`);
  return new RestError(300, {
    code: "PGRST201",
    message: `Could not embed because more than one relationship was found for '${origin}' and '${name}'`,
    details: matches.map((match) => ({
      cardinality: match.cardinality,
      embedding: `${origin} with ${match.target}`,
      relationship: describeRelationship(origin, match),
    })),
    hint: `Try changing '${name}' to one of the following: ${hints.join(", ")}. Find the desired relationship in the 'details' key.`,
  });
}

function describeRelationship(
  origin: string,
  { constraint, columns, target, junction }: Relationship,
): string {
  if (junction) {
    return `${junction.relation} using ${constraint}`;
  }
  const listColumns = (side: 0 | 1) => columns.map((pair) => pair[side]).join(", ");
  return `${constraint} using ${origin}(${listColumns(0)}) and ${target}(${listColumns(1)})`;
}
