import type { QueryCatalog } from "./catalog.ts";
import { NON_NULL_OPERATORS } from "./non-null-functions.ts";
import type { TreeNode } from "./parse-node-tree.ts";

const COMMAND_UPDATE = 2;
const JOIN_INNER = 0;
const NULL_TEST_IS_NOT_NULL = 1;

/**
 * Finds the columns that cannot be null because of the query's conditions: `company is not null`, and comparisons such as
 * `id = $1`, which are not true for null. Returns them as `relation.column` numbers.
 */
export function findNotNullColumns(query: TreeNode, catalog: QueryCatalog): Set<string> {
  const from = query.node("jointree");
  const columns = new Set(
    from ? collectConditions(from).flatMap((each) => findComparedColumns(each, catalog)) : [],
  );
  if (query.number("commandType") === COMMAND_UPDATE) {
    // `returning` returns new values, so conditions on the old values do not apply to assigned columns.
    for (const entry of query.nodes("targetList")) {
      columns.delete(`${query.number("resultRelation")}.${entry.number("resno")}`);
    }
  }
  return columns;
}

/** Returns the conditions that are true for every row: those in `where`, and those of inner joins outside any outer join. */
function collectConditions(node: TreeNode): TreeNode[] {
  const ownConditions = node.node("quals") ? splitConjunction(node.node("quals")) : [];
  if (node.type === "FROMEXPR") {
    return [...ownConditions, ...node.nodes("fromlist").flatMap(collectConditions)];
  }
  if (node.type !== "JOINEXPR" || node.number("jointype") !== JOIN_INNER) {
    return [];
  }
  return [
    ...ownConditions,
    ...[node.node("larg"), node.node("rarg")].flatMap((side) => (side ? collectConditions(side) : [])),
  ];
}

function splitConjunction(condition: TreeNode | undefined): TreeNode[] {
  if (!condition) {
    return [];
  }
  const isConjunction = condition.type === "BOOLEXPR" && condition.text("boolop") === "and";
  return isConjunction ? condition.nodes("args").flatMap(splitConjunction) : [condition];
}

function findComparedColumns(condition: TreeNode, catalog: QueryCatalog): string[] {
  switch (condition.type) {
    case "NULLTEST":
      return condition.number("nulltesttype") === NULL_TEST_IS_NOT_NULL
        ? toColumnKeys(condition.node("arg"))
        : [];
    case "SCALARARRAYOPEXPR":
      // `<> all` is true for null if the array is empty.
      return condition.isTrue("useOr") ? findOperandColumns(condition, catalog) : [];
    case "OPEXPR":
      return findOperandColumns(condition, catalog);
    default:
      return [];
  }
}
/** Returns the columns that an operator compares, if the operator is not true for null. */
function findOperandColumns(operation: TreeNode, catalog: QueryCatalog): string[] {
  const isCertain = NON_NULL_OPERATORS.has(catalog.operatorName(operation.text("opno")) ?? "");
  return isCertain ? operation.nodes("args").flatMap(toColumnKeys) : [];
}

function toColumnKeys(expression: TreeNode | undefined): string[] {
  if (expression?.type === "RELABELTYPE" || expression?.type === "COERCEVIAIO") {
    return toColumnKeys(expression.node("arg"));
  }
  return expression?.type === "VAR" && expression.number("varlevelsup") === 0
    ? [`${expression.number("varno")}.${expression.number("varattno")}`]
    : [];
}
