import { isToOne, type Relationship } from "./catalogue.ts";
import { findRelationship } from "./find-relationship.ts";
import { columnIn, type Scope } from "./scope.ts";
import { inPublic, newAlias, quoted } from "./sql.ts";
import type { Embed } from "./syntax.ts";

/** The embedded table as a scope of its own, and how its rows meet the row they are embedded in. */
export type Entered = {
  inner: Scope;
  from: string;
  joins: string[];
  toOne: boolean;
  /** True when a key allows one row only. A view shows a table's key, but may show a row several times. */
  byKey: boolean;
};

/** Steps from a row to the rows an embed names. Throws PGRST200 or PGRST201 when no one relationship leads there. */
export function enter(scope: Scope, embed: Embed): Entered {
  const { compilation } = scope;
  const relationship = findRelationship(scope.relation, embed.name, embed.hint);
  const relation = compilation.catalogue.relations.get(relationship.target);
  if (!relation) throw new Error(`The catalogue has no relation ${relationship.target}.`);
  const inner: Scope = {
    compilation,
    relation,
    alias: newAlias(compilation),
    level: embed.level,
    used: null,
  };
  const from = `${inPublic(relation.name)} as ${inner.alias}`;
  const toOne = isToOne(relationship);
  return { inner, toOne, byKey: relationship.targetIsTable, ...joinOf(scope, inner, relationship, from) };
}

function joinOf(scope: Scope, inner: Scope, { columns, junction }: Relationship, from: string) {
  const own = (name: string) => columnIn(scope, name).sql;
  if (!junction) {
    return {
      from,
      joins: columns.map(([mine, theirs]) => `${inner.alias}.${quoted(theirs)} = ${own(mine)}`),
    };
  }
  const between = newAlias(scope.compilation);
  const meets = junction.columns.map(
    ([mine, theirs]) => `${between}.${quoted(mine)} = ${inner.alias}.${quoted(theirs)}`,
  );
  return {
    from: `${from} join ${inPublic(junction.relation)} as ${between} on ${meets.join(" and ")}`,
    joins: columns.map(([mine, theirs]) => `${between}.${quoted(theirs)} = ${own(mine)}`),
  };
}
