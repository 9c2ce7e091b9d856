import type { QueryCatalog } from "./catalog.ts";
import { toJsonType } from "./infer-json.ts";
import { type InferredValue, NOT_NULL, UNKNOWN } from "./inferred-value.ts";
import type { TreeNode } from "./parse-node-tree.ts";

const COLLECTING_AGGREGATES = new Set("array_agg jsonb_object_agg json_object_agg".split(" "));
/** Aggregates whose result has the type of their argument. */
const SELECTING_AGGREGATES = new Set("min max sum".split(" "));
const SUMMARIZING_AGGREGATES = new Set("min max sum avg bool_and bool_or every string_agg".split(" "));

/**
 * @param args the inferred values of the aggregate's arguments
 * @param query the query that contains the aggregate
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
  // A group has at least one row. Without groups, and in totals of `rollup`, there may be no rows, and the result is null.
  const isGrouped = query.list("groupClause").length > 0 && query.list("groupingSets").length === 0;
  const hasRows = isGrouped && !aggregate.node("aggfilter");
  if (name === "jsonb_agg" || name === "json_agg") {
    const [entry] = aggregate.nodes("args");
    const [value = UNKNOWN] = args;
    const element = entry?.node("expr");
    return {
      isNullable: !hasRows,
      json: `(${element ? toJsonType(element, value, catalog) : "unknown"})[]`,
    };
  }
  if (COLLECTING_AGGREGATES.has(name)) {
    return { isNullable: !hasRows, ...(name === "array_agg" && isNullable && { hasNullElements: true }) };
  }
  if (!SUMMARIZING_AGGREGATES.has(name)) {
    return UNKNOWN;
  }
  const [value = UNKNOWN] = args;
  return { ...(SELECTING_AGGREGATES.has(name) && value), isNullable: !hasRows || isNullable };
}
