import type { QueryCatalog } from "./catalog.ts";
import type { InferredValue } from "./inferred-value.ts";
import type { TreeNode } from "./parse-node-tree.ts";

const TEXT_TYPES = new Set(["text", "varchar"]);
const EXPLICIT_CAST = 1;
const IMPLICIT_CAST = 2;

/** Returns whether a function call is a cast, and not a call or SQL syntax such as `extract(year from …)`. */
export function isCast(call: TreeNode): boolean {
  const format = call.number("funcformat");
  return format === EXPLICIT_CAST || format === IMPLICIT_CAST;
}

/** Infers the result of a cast through text. The text of an amount or a date keeps the value's type. */
export function inferCast({ isNullable, valueType }: InferredValue, type: string): InferredValue {
  if (type === "date") {
    return { isNullable, valueType: "CalendarDate" };
  }
  return { isNullable, ...(valueType && TEXT_TYPES.has(type) && { valueType }) };
}

/** Infers the result of a cast function, which may change the value: `varchar(5)` truncates and `numeric(9, 1)` rounds. */
export function inferFunctionCast(
  call: TreeNode,
  args: readonly InferredValue[],
  catalog: QueryCatalog,
): InferredValue {
  const signature = catalog.functionSignature(call.text("funcid"));
  // Casts convert the JSON value `null` to SQL null. Functions outside `pg_catalog` have no signature here and may return null.
  const isCertain = signature !== "" && !signature.endsWith("(jsonb)");
  const isNullable = !isCertain || args.some((arg) => arg.isNullable);
  const isDate = catalog.typeName(call.text("funcresulttype")) === "date";
  const isLiteral = args[0]?.isLiteral;
  return { isNullable, ...(isLiteral && { isLiteral }), ...(isDate && { valueType: "CalendarDate" }) };
}
