import { RestError } from "../errors.ts";
import type { Condition, Embed, Filter, IsValue, Operator } from "../parse/syntax.ts";
import { type Expression, findEmbed, resolveField, type Scope } from "./scope.ts";
import { bind } from "./sql.ts";

const COMPARISON_OPERATORS: Record<Operator, string> = {
  eq: "=",
  neq: "<>",
  gt: ">",
  gte: ">=",
  lt: "<",
  lte: "<=",
  like: "like",
  ilike: "ilike",
  cs: "@>",
  cd: "<@",
  ov: "&&",
};

const IS_PREDICATES: Record<IsValue, string> = {
  null: "is null",
  not_null: "is not null",
  true: "is true",
  false: "is false",
  unknown: "is unknown",
};

/** Compiles a filter or a tree of filters. `compileExists` compiles an `exists` condition for an embed. */
export function compileCondition(
  scope: Scope,
  condition: Condition,
  compileExists: (scope: Scope, embed: Embed) => string,
): string {
  if (condition.kind === "filter") {
    return compileFilter(scope, condition, compileExists);
  }
  const children = condition.conditions.map((child) => compileCondition(scope, child, compileExists));
  return `${condition.negated ? "not " : ""}(${children.join(` ${condition.kind} `)})`;
}

function compileFilter(
  scope: Scope,
  filter: Filter,
  compileExists: (scope: Scope, embed: Embed) => string,
): string {
  const { column, path } = filter.field;
  const embed = scope.relation.columns.has(column) ? undefined : findEmbed(scope, column);
  if (embed && path.length === 0) {
    return requiresNoRows(filter, column)
      ? `not ${compileExists(scope, embed)}`
      : compileExists(scope, embed);
  }
  const test = compileTest(scope, filter, resolveField(scope, filter.field));
  return filter.negated ? `not (${test})` : test;
}

function compileTest({ context }: Scope, filter: Filter, { sql, type }: Expression): string {
  switch (filter.operator) {
    case "is":
      return `${sql} ${IS_PREDICATES[filter.value]}`;
    case "in":
      return `${sql} = any(${bind(context, filter.values, `${type}[]`)})`;
    case "like":
    case "ilike":
      // PostgREST accepts * for %, because % must be escaped in URLs.
      return `${sql} ${filter.operator} ${bind(context, filter.value.replaceAll("*", "%"), "text")}`;
    default:
      return `${sql} ${COMPARISON_OPERATORS[filter.operator]} ${bind(context, filter.value, type)}`;
  }
}

/** `clients=is.null` selects rows without embedded clients. Embeds support only `is.null` and `is.not_null`. */
function requiresNoRows(filter: Filter, name: string): boolean {
  if (filter.operator === "is" && filter.value === "null") {
    return !filter.negated;
  }
  if (filter.operator === "is" && filter.value === "not_null") {
    return filter.negated;
  }
  throw new RestError(400, {
    code: "PGRST120",
    message: `Bad operator on the '${name}' embedded resource`,
    details: "Only is null or not is null filters are allowed on embedded resources",
  });
}
