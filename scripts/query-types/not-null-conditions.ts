import type { QueryCatalog } from "./catalog.ts";
import { NON_NULL_OPERATORS } from "./non-null-functions.ts";
import type { TreeNode } from "./parse-node-tree.ts";

const COMMAND_UPDATE = 2;
const JOIN_INNER = 0;
const NULL_TEST_IS_NOT_NULL = 1;

/**
 * Columns that the conditions of a query exclude from being null, as `relation.column` numbers: `company is not null`,
 * and comparisons such as `id = $1`, which are not true for null.
 */
export function findNotNullColumns(query: TreeNode, catalog: QueryCatalog): Set<string> {
  const from = query.node("jointree");
  const columns = new Set(from ? conditionsOf(from).flatMap((each) => comparedColumns(each, catalog)) : []);
  if (query.number("commandType") === COMMAND_UPDATE) {
    // `returning` returns the new values, so conditions on the old values do not apply to assigned columns.
    for (const entry of query.nodes("targetList")) {
      columns.delete(`${query.number("resultRelation")}.${entry.number("resno")}`);
    }
  }
  return columns;
}

/** Conditions that are true for every row: of `where`, and of inner joins that no outer join surrounds. */
function conditionsOf(node: TreeNode): TreeNode[] {
  const own = node.node("quals") ? splitConjunction(node.node("quals")) : [];
  if (node.type === "FROMEXPR") {
    return [...own, ...node.nodes("fromlist").flatMap(conditionsOf)];
  }
  if (node.type !== "JOINEXPR" || node.number("jointype") !== JOIN_INNER) {
    return [];
  }
  return [
    ...own,
    ...[node.node("larg"), node.node("rarg")].flatMap((side) => (side ? conditionsOf(side) : [])),
  ];
}

function splitConjunction(condition: TreeNode | undefined): TreeNode[] {
  if (!condition) {
    return [];
  }
  const isConjunction = condition.type === "BOOLEXPR" && condition.text("boolop") === "and";
  return isConjunction ? condition.nodes("args").flatMap(splitConjunction) : [condition];
}

function comparedColumns(condition: TreeNode, catalog: QueryCatalog): string[] {
  switch (condition.type) {
    case "NULLTEST":
      return condition.number("nulltesttype") === NULL_TEST_IS_NOT_NULL
        ? columnKey(condition.node("arg"))
        : [];
    case "OPEXPR":
    case "SCALARARRAYOPEXPR": {
      const isCertain = NON_NULL_OPERATORS.has(catalog.operatorName(condition.text("opno")) ?? "");
      return isCertain ? condition.nodes("args").flatMap(columnKey) : [];
    }
    default:
      return [];
  }
}

function columnKey(expression: TreeNode | undefined): string[] {
  if (expression?.type === "RELABELTYPE" || expression?.type === "COERCEVIAIO") {
    return columnKey(expression.node("arg"));
  }
  return expression?.type === "VAR" && expression.number("varlevelsup") === 0
    ? [`${expression.number("varno")}.${expression.number("varattno")}`]
    : [];
}
