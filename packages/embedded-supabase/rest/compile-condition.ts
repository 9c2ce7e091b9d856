import { RestError } from "./errors.ts";
import { type Expression, embedNamed, fieldIn, type Scope } from "./scope.ts";
import { bind } from "./sql.ts";
import type { Condition, Embed, Filter, IsValue, Operator } from "./syntax.ts";

const comparisons: Record<Operator, string> = {
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

const isSql: Record<IsValue, string> = {
  null: "is null",
  not_null: "is not null",
  true: "is true",
  false: "is false",
  unknown: "is unknown",
};

/** A filter or a tree of filters as SQL. `existsIn` asks whether an embedded table has rows. */
export function compileCondition(
  scope: Scope,
  condition: Condition,
  existsIn: (scope: Scope, embed: Embed) => string,
): string {
  if (condition.kind === "filter") return compileFilter(scope, condition, existsIn);
  const inner = condition.conditions.map((one) => compileCondition(scope, one, existsIn));
  return `${condition.negated ? "not " : ""}(${inner.join(` ${condition.kind} `)})`;
}

function compileFilter(
  scope: Scope,
  filter: Filter,
  existsIn: (scope: Scope, embed: Embed) => string,
): string {
  const { column, path } = filter.field;
  const embed = scope.relation.columns.has(column) ? undefined : embedNamed(scope, column);
  if (embed && path.length === 0)
    return isEmpty(filter, column) ? `not ${existsIn(scope, embed)}` : existsIn(scope, embed);
  const test = compileTest(scope, filter, fieldIn(scope, filter.field));
  return filter.negated ? `not (${test})` : test;
}

function compileTest({ compilation }: Scope, filter: Filter, { sql, type }: Expression): string {
  switch (filter.operator) {
    case "is":
      return `${sql} ${isSql[filter.value]}`;
    case "in":
      return `${sql} = any(${bind(compilation, filter.values, `${type}[]`)})`;
    case "like":
    case "ilike":
      // * stands for %, which addresses must escape.
      return `${sql} ${filter.operator} ${bind(compilation, filter.value.replaceAll("*", "%"), "text")}`;
    default:
      return `${sql} ${comparisons[filter.operator]} ${bind(compilation, filter.value, type)}`;
  }
}

/** `clients=is.null` asks for rows without an embedded one; nothing else can be asked of a whole embed. */
function isEmpty(filter: Filter, name: string): boolean {
  if (filter.operator === "is" && filter.value === "null") return !filter.negated;
  if (filter.operator === "is" && filter.value === "not_null") return filter.negated;
  throw new RestError(400, {
    code: "PGRST120",
    message: `Bad operator on the '${name}' embedded resource`,
    details: "Only is null or not is null filters are allowed on embedded resources",
  });
}
