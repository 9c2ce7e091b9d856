import type { CatalogColumn, QueryCatalog } from "./catalog.ts";
import type { TreeNode } from "./parse-node-tree.ts";

const COMMANDS_WITH_TARGETS = new Set(["2", "3"]);

/** Columns that a parameter is stored in unchanged, by parameter number. */
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
    const parameter = findParameter(entry.node("expr"));
    const column = catalog.column(table, entry.number("resno"));
    if (parameter && column) {
      targets.set(parameter, [...(targets.get(parameter) ?? []), column]);
    }
  }
}

/** The number of a parameter, also through casts that keep null. */
function findParameter(expression: TreeNode | undefined): number | undefined {
  switch (expression?.type) {
    case "PARAM":
      return expression.number("paramid");
    case "RELABELTYPE":
    case "COERCEVIAIO":
      return findParameter(expression.node("arg"));
    case "FUNCEXPR":
      return expression.number("funcformat") > 0 ? findParameter(expression.nodes("args")[0]) : undefined;
    default:
      return undefined;
  }
}
