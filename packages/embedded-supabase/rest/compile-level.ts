import { compileCondition } from "./compile-condition.ts";
import { enter } from "./enter-embed.ts";
import { notEmbedded, notUnderstood, RestError } from "./errors.ts";
import { limits } from "./limits.ts";
import { embedNamed, fieldIn, type Scope } from "./scope.ts";
import { bind, quoted } from "./sql.ts";
import { type Embed, nameOf, type OrderTerm, type SelectedColumn } from "./syntax.ts";

/** A compiled table of the answer: its rows as a subquery, and the condition they meet, for counting them. */
export type CompiledRows = { sql: string; where: string; header: string[] };

/**
 * The rows of one table of the answer, embedded ones as JSON inside them. Embedded rows are subqueries of the select
 * list, so that PostgreSQL works them out after order and limit. `cap` is the most rows given whatever is asked, null
 * where a key allows one only.
 */
export function compileRows(
  scope: Scope,
  from: string,
  joins: readonly string[],
  cap: number | null = limits.rows,
): CompiledRows {
  const { level, compilation } = scope;
  const where = compileWhere(scope, joins);
  const count = countedIn(scope);
  if (count !== null) {
    return { sql: `select count(*) as ${quoted(count)} from ${from}${where}`, where, header: [count] };
  }
  const items = [
    ...level.columns.map((column) => compileColumn(scope, column)),
    ...level.embeds.filter(isShown).map((embed) => compileEmbed(scope, embed)),
  ];
  const order = level.order.map((term) => compileOrder(scope, term));
  const sql =
    `select ${items.map((item) => item.sql).join(", ")} from ${from}${where}` +
    (order.length > 0 ? ` order by ${order.join(", ")}` : "") +
    limitOf(scope, cap) +
    (level.offset > 0 ? ` offset ${bind(compilation, level.offset, "bigint")}` : "");
  return { sql, where, header: items.flatMap((item) => item.names) };
}

function limitOf({ level, compilation }: Scope, cap: number | null): string {
  if (level.limit === null) return cap === null ? "" : ` limit ${cap}`;
  return ` limit ${bind(compilation, Math.min(level.limit, cap ?? limits.rows), "bigint")}`;
}

/** `where …` of joins, filters and inner embeds; empty when there are none. */
export function compileWhere(scope: Scope, joins: readonly string[]): string {
  const conditions = [
    ...joins,
    ...scope.level.conditions.map((condition) => compileCondition(scope, condition, existsIn)),
    ...scope.level.embeds.filter((embed) => embed.inner).map((embed) => existsIn(scope, embed)),
  ];
  return conditions.length > 0 ? ` where ${conditions.join(" and ")}` : "";
}

/** What `table(count)` is to be called; null for other selects. It is the whole of what is asked of the table. */
function countedIn({ relation, level }: Scope): string | null {
  const count = level.columns.find(
    (column) => column.kind === "column" && column.field.column === "count" && !relation.columns.has("count"),
  );
  if (count?.kind !== "column") return null;
  if (level.columns.length > 1 || count.cast || count.field.path.length > 0 || level.embeds.some(isShown)) {
    throw notUnderstood("count", "count stands alone in its select");
  }
  return count.alias ?? "count";
}

type Item = { sql: string; names: string[] };

function compileColumn(scope: Scope, column: SelectedColumn): Item {
  if (column.kind === "all") {
    scope.used?.add("*");
    return { sql: `${scope.alias}.*`, names: [...scope.relation.columns.keys()] };
  }
  const { sql } = fieldIn(scope, column.field);
  const lastKey = column.field.path.findLast(({ key }) => typeof key === "string")?.key;
  const name = column.alias ?? String(lastKey ?? column.field.column);
  return { sql: `${sql}${column.cast ? `::${column.cast}` : ""} as ${quoted(name)}`, names: [name] };
}

function compileEmbed(scope: Scope, embed: Embed): Item {
  const { inner, from, joins, toOne, byKey } = enter(scope, embed);
  const { sql } = compileRows(inner, from, joins, toOne ? (byKey ? null : 1) : limits.rows);
  const json = toOne ? "row_to_json(r.*)" : "coalesce(json_agg(r.*), '[]')";
  return { sql: `(select ${json} from (${sql}) r) as ${quoted(nameOf(embed))}`, names: [nameOf(embed)] };
}

function existsIn(scope: Scope, embed: Embed): string {
  const { inner, from, joins } = enter(scope, embed);
  return `exists (select from ${from}${compileWhere(inner, joins)})`;
}

function compileOrder(scope: Scope, term: OrderTerm): string {
  const by =
    term.relation === null ? fieldIn(scope, term.field).sql : relatedField(scope, term.relation, term);
  return `${by}${term.descending ? " desc" : ""}${term.nulls ? ` nulls ${term.nulls}` : ""}`;
}

/** Order by a column of the one embedded row. */
function relatedField(scope: Scope, name: string, term: OrderTerm): string {
  const embed = embedNamed(scope, name);
  if (!embed) throw notEmbedded(name);
  const { inner, from, joins, toOne } = enter(scope, embed);
  if (!toOne) {
    throw new RestError(400, {
      code: "PGRST118",
      message: `A related order on '${name}' is not possible`,
      details: `'${scope.relation.name}' and '${name}' do not form a many-to-one or one-to-one relationship`,
    });
  }
  return `(select ${fieldIn(inner, term.field).sql} from ${from}${compileWhere(inner, joins)} limit 1)`;
}

/** An embed with nothing selected filters without being shown. */
function isShown({ level }: Embed): boolean {
  return level.columns.length > 0 || level.embeds.some(isShown);
}
