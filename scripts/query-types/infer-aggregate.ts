import type { QueryCatalog } from "./catalog.ts";
import { toJsonType } from "./infer-json.ts";
import { type InferredValue, NOT_NULL, UNKNOWN } from "./inferred-value.ts";
import type { TreeNode } from "./parse-node-tree.ts";

const COLLECTING_AGGREGATES = new Set("array_agg jsonb_object_agg json_object_agg".split(" "));
const SUMMARIZING_AGGREGATES = new Set("min max sum avg bool_and bool_or every".split(" "));

/**
 * @param args the values of its arguments
 * @param query the query that it aggregates
 */
export function inferAggregate(
  aggregate: TreeNode,
  args: readonly InferredValue[],
  { query, catalog }: { query: TreeNode; catalog: QueryCatalog },
): InferredValue {
  const name = catalog.functionName(aggregate.text("aggfnoid"));
  const isNullable = args.some((arg) => arg.isNullable);
  if (name === "count") {
    return NOT_NULL;
  }
  // A group has at least one row. Without groups, an aggregate of no rows is null.
  const hasRows = query.list("groupClause").length > 0 && !aggregate.node("aggfilter");
  if (name === "jsonb_agg" || name === "json_agg") {
    const [entry] = aggregate.nodes("args");
    const [value = UNKNOWN] = args;
    const element = entry?.node("expr");
    return {
      isNullable: !hasRows,
      json: `(${element ? toJsonType(element, value, catalog) : "unknown"})[]`,
    };
  }
  if (name === "string_agg") {
    return { isNullable: !hasRows || isNullable };
  }
  if (COLLECTING_AGGREGATES.has(name)) {
    return { isNullable: !hasRows, ...(name === "array_agg" && isNullable && { hasNullElements: true }) };
  }
  if (!SUMMARIZING_AGGREGATES.has(name)) {
    return UNKNOWN;
  }
  const [value = UNKNOWN] = args;
  return { ...value, isNullable: !hasRows || isNullable };
}
