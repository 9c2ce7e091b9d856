import type { QueryCatalog } from "./catalog.ts";
import type { InferredValue } from "./inferred-value.ts";
import type { TreeNode } from "./parse-node-tree.ts";

/** The fields that hold the type of an expression's result. */
const TYPE_FIELDS: Readonly<Record<string, string>> = {
  VAR: "vartype",
  CONST: "consttype",
  PARAM: "paramtype",
  FUNCEXPR: "funcresulttype",
  OPEXPR: "opresulttype",
  AGGREF: "aggtype",
  RELABELTYPE: "resulttype",
  COERCEVIAIO: "resulttype",
  COALESCE: "coalescetype",
  COALESCEEXPR: "coalescetype",
  CASE: "casetype",
  CASEEXPR: "casetype",
};

const JSON_TYPES = new Map([
  ...list("boolean", "bool"),
  ...list("number", "int2 int4 int8 float4 float8 numeric oid"),
  ...list("string", "text varchar bpchar char name uuid citext timestamptz timestamp date"),
]);

/** The TypeScript type of `jsonb_build_object`. Undefined if a name is not a constant. */
export function inferJsonObject(
  args: readonly TreeNode[],
  values: readonly InferredValue[],
  catalog: QueryCatalog,
): string | undefined {
  const properties: string[] = [];
  for (let index = 0; index < args.length; index += 2) {
    const [name] = values[index]?.values ?? [];
    const [argument, value] = [args[index + 1], values[index + 1]];
    if (name === undefined || !argument || !value) {
      return undefined;
    }
    properties.push(`${JSON.stringify(name)}: ${toJsonType(argument, value, catalog)}`);
  }
  return `{ ${properties.join("; ")} }`;
}

/** The TypeScript type of an expression's JSON value. */
export function toJsonType(expression: TreeNode, value: InferredValue, catalog: QueryCatalog): string {
  const typeName = catalog.typeName(expression.text(TYPE_FIELDS[expression.type] ?? ""));
  const elementType = typeName.startsWith("_") ? JSON_TYPES.get(typeName.slice(1)) : undefined;
  const type =
    value.json ??
    value.values?.map((text) => JSON.stringify(text)).join(" | ") ??
    (elementType ? `${elementType}[]` : JSON_TYPES.get(typeName));
  return type ? `${type}${value.isNullable ? " | null" : ""}` : "unknown";
}

function list(result: string, types: string): [type: string, result: string][] {
  return types.split(" ").map((type) => [type, result]);
}
