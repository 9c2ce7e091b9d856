import type { CatalogColumn, QueryCatalog } from "./catalog.ts";
import { isCast } from "./infer-cast.ts";
import type { TreeNode } from "./parse-node-tree.ts";

const COMMANDS_WITH_TARGETS = new Set(["2", "3"]);

/** Returns the columns in which each parameter is stored unchanged, by parameter number. */
export function inferParameterTargets(query: TreeNode, catalog: QueryCatalog): Map<number, CatalogColumn[]> {
  const targets = new Map<number, CatalogColumn[]>();
  collectTargets(query, catalog, targets);
  return targets;
}

function collectTargets(query: TreeNode, catalog: QueryCatalog, targets: Map<number, CatalogColumn[]>): void {
  for (const commonTable of query.nodes("cteList")) {
    const inner = commonTable.node("ctequery");
    if (inner) {
      collectTargets(inner, catalog, targets);
    }
  }
  const table = query.nodes("rtable")[query.number("resultRelation") - 1]?.text("relid");
  if (!table || !COMMANDS_WITH_TARGETS.has(query.text("commandType"))) {
    return;
  }
  const entries = [...query.nodes("targetList"), ...(query.node("onConflict")?.nodes("onConflictSet") ?? [])];
  for (const entry of entries) {
    const parameter = findParameter(entry.node("expr"), query);
    const column = catalog.column(table, entry.number("resno"));
    if (parameter && column) {
      targets.set(parameter, [...(targets.get(parameter) ?? []), column]);
    }
  }
}

/** Returns the number of a parameter, even if the parameter is cast or selected by a subquery. */
function findParameter(expression: TreeNode | undefined, query: TreeNode): number | undefined {
  switch (expression?.type) {
    case "PARAM":
      return expression.number("paramid");
    case "RELABELTYPE":
    case "COERCEVIAIO":
      return findParameter(expression.node("arg"), query);
    case "FUNCEXPR":
      return isCast(expression) ? findParameter(expression.nodes("args")[0], query) : undefined;
    case "VAR":
      return findSelectedParameter(expression, query);
    default:
      return undefined;
  }
}

/** Returns the parameter that a column of a subquery contains, as in `insert … select $1`. */
function findSelectedParameter(column: TreeNode, query: TreeNode): number | undefined {
  const subquery = query.nodes("rtable")[column.number("varno") - 1]?.node("subquery");
  // The rows of a set operation can contain different expressions.
  if (!subquery || subquery.node("setOperations") || column.number("varlevelsup") > 0) {
    return undefined;
  }
  const selected = subquery
    .nodes("targetList")
    .find((entry) => entry.number("resno") === column.number("varattno"));
  return findParameter(selected?.node("expr"), subquery);
}
