import type { QueryCatalog } from "./catalog.ts";
import type { InferredValue } from "./inferred-value.ts";
import type { TreeNode } from "./parse-node-tree.ts";

/** Maps each kind of node to the field that contains its result type. */
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
  ...listTypes("boolean", "bool"),
  ...listTypes("number", "int2 int4 int8 float4 float8 numeric oid"),
  ...listTypes("string", "text varchar bpchar char name uuid citext timestamptz timestamp date"),
]);

/** Returns the TypeScript type of a `jsonb_build_object` call, or undefined if a property name is not constant. */
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

/** Returns the TypeScript type of an expression's value in JSON. */
export function toJsonType(expression: TreeNode, value: InferredValue, catalog: QueryCatalog): string {
  const typeName = catalog.typeName(expression.text(TYPE_FIELDS[expression.type] ?? ""));
  const elementType = typeName.startsWith("_") ? JSON_TYPES.get(typeName.slice(1)) : undefined;
  const type =
    value.json ??
    value.values?.map((text) => JSON.stringify(text)).join(" | ") ??
    (elementType ? formatArrayType(elementType, value) : JSON_TYPES.get(typeName));
  return type ? `${type}${value.isNullable ? " | null" : ""}` : "unknown";
}

function formatArrayType(elementType: string, { hasNullElements }: InferredValue): string {
  return hasNullElements ? `(${elementType} | null)[]` : `${elementType}[]`;
}

function listTypes(result: string, types: string): [type: string, result: string][] {
  return types.split(" ").map((type) => [type, result]);
}
