import type { Embed } from "../parse/syntax.ts";
import { findRelationship } from "../schema/find-relationship.ts";
import { isToOne, type Relationship } from "../schema/schema.ts";
import { resolveColumn, type Scope } from "./scope.ts";
import { nextAlias, quoteIdentifier, toPublicName } from "./sql.ts";

/** The scope of an embedded table, and the join conditions to its parent row. */
export type JoinedEmbed = {
  inner: Scope;
  from: string;
  joins: string[];
  isToOne: boolean;
  /** True if a key guarantees a single row. Views have no keys, so they may contain duplicate rows. */
  hasKey: boolean;
};

/** @throws {RestError} PGRST200 or PGRST201 unless exactly one relationship matches the embed */
export function joinEmbed(scope: Scope, embed: Embed): JoinedEmbed {
  const { context } = scope;
  const relationship = findRelationship(scope.relation, embed.name, embed.hint);
  const relation = context.schema.relations.get(relationship.target);
  if (!relation) {
    throw new Error(`The schema cache has no relation ${relationship.target}.`);
  }
  const inner: Scope = {
    context,
    relation,
    alias: nextAlias(context),
    level: embed.level,
    referencedColumns: null,
  };
  const from = `${toPublicName(relation.name)} as ${inner.alias}`;
  return {
    inner,
    isToOne: isToOne(relationship),
    hasKey: relationship.targetIsTable,
    ...compileJoin(scope, inner, relationship, from),
  };
}

function compileJoin(scope: Scope, inner: Scope, { columns, junction }: Relationship, from: string) {
  const sourceColumn = (name: string) => resolveColumn(scope, name).sql;
  if (!junction) {
    return {
      from,
      joins: columns.map(
        ([source, target]) => `${inner.alias}.${quoteIdentifier(target)} = ${sourceColumn(source)}`,
      ),
    };
  }
  const junctionAlias = nextAlias(scope.context);
  const junctionJoins = junction.columns.map(
    ([source, target]) =>
      `${junctionAlias}.${quoteIdentifier(source)} = ${inner.alias}.${quoteIdentifier(target)}`,
  );
  return {
    from: `${from} join ${toPublicName(junction.relation)} as ${junctionAlias} on ${junctionJoins.join(" and ")}`,
    joins: columns.map(
      ([source, target]) => `${junctionAlias}.${quoteIdentifier(target)} = ${sourceColumn(source)}`,
    ),
  };
}
