import type { QueryCatalog } from "./catalog.ts";
import { inferJsonObject } from "./infer-json.ts";
import { type InferredValue, UNKNOWN } from "./inferred-value.ts";
import { NON_NULL_DATE_PARTS, NON_NULL_FUNCTIONS } from "./non-null-functions.ts";
import type { TreeNode } from "./parse-node-tree.ts";

/** Infers the result of a function that is not written in SQL. */
export function inferFunctionCall(
  call: TreeNode,
  args: readonly InferredValue[],
  catalog: QueryCatalog,
): InferredValue {
  const isNullable = args.some((arg) => arg.isNullable);
  const name = catalog.functionName(call.text("funcid"));
  switch (name) {
    case "extract":
    case "date_part":
      return { isNullable: isNullable || !NON_NULL_DATE_PARTS.has(args[0]?.values?.[0] ?? "") };
    case "format":
      return { isNullable: args[0]?.isNullable ?? true };
    case "json_build_object":
    case "jsonb_build_object":
      return inferBuiltObject(call, args, catalog);
    default:
      break;
  }
  switch (
    NON_NULL_FUNCTIONS.get(name) ??
    NON_NULL_FUNCTIONS.get(catalog.functionSignature(call.text("funcid")))
  ) {
    case "always":
      return { isNullable: isVariadic(call) && isNullable };
    case "unless an argument is null":
      return { isNullable };
    default:
      return UNKNOWN;
  }
}

function inferBuiltObject(
  call: TreeNode,
  args: readonly InferredValue[],
  catalog: QueryCatalog,
): InferredValue {
  if (isVariadic(call)) {
    return { isNullable: args.some((arg) => arg.isNullable) };
  }
  const json = inferJsonObject(call.nodes("args"), args, catalog);
  return { isNullable: false, ...(json && { json }) };
}

/** Returns whether the arguments are passed as an array. `concat(variadic names)` is null if `names` is null. */
function isVariadic(call: TreeNode): boolean {
  return call.isTrue("funcvariadic");
}
