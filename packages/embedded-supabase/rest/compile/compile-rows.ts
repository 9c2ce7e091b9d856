import { invalidQuery, notEmbedded, RestError } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import { type Embed, getEmbedName, type OrderTerm, type SelectedColumn } from "../parse/syntax.ts";
import { compileCondition } from "./compile-condition.ts";
import { joinEmbed } from "./join-embed.ts";
import { findEmbed, rejectJsonCast, resolveField, type Scope } from "./scope.ts";
import { bind, quoteIdentifier } from "./sql.ts";

/** A compiled subquery for the rows of one table, and its `where` clause for counting all rows. */
export type CompiledRows = { sql: string; where: string; columnNames: string[] };

/**
 * Compiles a subquery for the rows of one table, with embedded rows as JSON. Embeds are subqueries in the select list,
 * so PostgreSQL evaluates them after order and limit. `maxRows` caps the requested limit. It is null if a key
 * guarantees a single row.
 */
export function compileRows(
  scope: Scope,
  from: string,
  joins: readonly string[],
  maxRows: number | null = LIMITS.rows,
): CompiledRows {
  const { level, context } = scope;
  const where = compileWhere(scope, joins);
  const countAlias = findCountAlias(scope);
  if (countAlias !== null) {
    return {
      sql: `select count(*) as ${quoteIdentifier(countAlias)} from ${from}${where}`,
      where,
      columnNames: [countAlias],
    };
  }
  const selectItems = [
    ...level.columns.map((column) => compileColumn(scope, column)),
    ...level.embeds.filter(isSelected).map((embed) => compileEmbed(scope, embed)),
  ];
  const order = level.order.map((term) => compileOrder(scope, term));
  const sql =
    `select ${selectItems.map((item) => item.sql).join(", ")} from ${from}${where}` +
    (order.length > 0 ? ` order by ${order.join(", ")}` : "") +
    compileLimit(scope, maxRows) +
    (level.offset > 0 ? ` offset ${bind(context, level.offset, "bigint")}` : "");
  return { sql, where, columnNames: selectItems.flatMap((item) => item.names) };
}

function compileLimit({ level, context }: Scope, maxRows: number | null): string {
  if (level.limit === null) {
    return maxRows === null ? "" : ` limit ${maxRows}`;
  }
  return ` limit ${bind(context, Math.min(level.limit, maxRows ?? LIMITS.rows), "bigint")}`;
}

/** Compiles the `where` clause from joins, filters and inner embeds. Empty if there are none. */
export function compileWhere(scope: Scope, joins: readonly string[]): string {
  const conditions = [
    ...joins,
    ...scope.level.conditions.map((condition) => compileCondition(scope, condition, compileExists)),
    ...scope.level.embeds.filter((embed) => embed.inner).map((embed) => compileExists(scope, embed)),
  ];
  return conditions.length > 0 ? ` where ${conditions.join(" and ")}` : "";
}

/**
 * Returns the output name of `count`, or null if `count` is not selected.
 * @throws {RestError} if `count` is combined with other columns
 */
function findCountAlias({ relation, level }: Scope): string | null {
  const countColumn = level.columns.find(
    (column) => column.kind === "column" && column.field.column === "count" && !relation.columns.has("count"),
  );
  if (countColumn?.kind !== "column") {
    return null;
  }
  if (
    level.columns.length > 1 ||
    countColumn.cast ||
    countColumn.field.path.length > 0 ||
    level.embeds.some(isSelected)
  ) {
    throw invalidQuery("count", "count cannot be combined with other columns");
  }
  return countColumn.alias ?? "count";
}

type SelectItem = { sql: string; names: string[] };

function compileColumn(scope: Scope, column: SelectedColumn): SelectItem {
  if (column.kind === "all") {
    scope.relation.columns.forEach((selected) => {
      rejectJsonCast(scope.relation, selected);
    });
    scope.referencedColumns?.add("*");
    return { sql: `${scope.alias}.*`, names: [...scope.relation.columns.keys()] };
  }
  const { sql } = resolveField(scope, column.field);
  const lastKey = column.field.path.findLast(({ key }) => typeof key === "string")?.key;
  const name = column.alias ?? String(lastKey ?? column.field.column);
  return { sql: `${sql}${column.cast ? `::${column.cast}` : ""} as ${quoteIdentifier(name)}`, names: [name] };
}

function compileEmbed(scope: Scope, embed: Embed): SelectItem {
  const { inner, from, joins, isToOne, hasKey } = joinEmbed(scope, embed);
  const { sql } = compileRows(inner, from, joins, isToOne ? (hasKey ? null : 1) : LIMITS.rows);
  const json = isToOne ? "row_to_json(r.*)" : "coalesce(json_agg(r.*), '[]')";
  return {
    sql: `(select ${json} from (${sql}) r) as ${quoteIdentifier(getEmbedName(embed))}`,
    names: [getEmbedName(embed)],
  };
}

function compileExists(scope: Scope, embed: Embed): string {
  const { inner, from, joins } = joinEmbed(scope, embed);
  return `exists (select from ${from}${compileWhere(inner, joins)})`;
}

function compileOrder(scope: Scope, term: OrderTerm): string {
  const expression =
    term.relation === null
      ? resolveField(scope, term.field).sql
      : compileRelatedOrder(scope, term.relation, term);
  return `${expression}${term.descending ? " desc" : ""}${term.nulls ? ` nulls ${term.nulls}` : ""}`;
}

/** Orders by a column of a to-one embed. */
function compileRelatedOrder(scope: Scope, name: string, term: OrderTerm): string {
  const embed = findEmbed(scope, name);
  if (!embed) {
    throw notEmbedded(name);
  }
  const { inner, from, joins, isToOne } = joinEmbed(scope, embed);
  if (!isToOne) {
    throw new RestError(400, {
      code: "PGRST118",
      message: `A related order on '${name}' is not possible`,
      details: `'${scope.relation.name}' and '${name}' do not form a many-to-one or one-to-one relationship`,
    });
  }
  return `(select ${resolveField(inner, term.field).sql} from ${from}${compileWhere(inner, joins)} limit 1)`;
}

/** An embed without columns only filters rows and is not returned. */
function isSelected({ level }: Embed): boolean {
  return level.columns.length > 0 || level.embeds.some(isSelected);
}
