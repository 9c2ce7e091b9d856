import type { QueryCatalog } from "./catalog.ts";
import { type InferredValue, NOT_NULL } from "./inferred-value.ts";
import type { TreeNode } from "./parse-node-tree.ts";

const TEXT_TYPE = "text";
const LITERAL_TYPE = "unknown";

/** Infers the value of a constant. Text starts with a four-byte header, and an untyped literal ends with a zero byte. */
export function inferConstant(constant: TreeNode, catalog: QueryCatalog): InferredValue {
  if (constant.isTrue("constisnull")) {
    return { isNullable: true, values: [], isLiteral: true };
  }
  const [, bytes] = constant.list("constvalue");
  const type = catalog.typeName(constant.text("consttype"));
  if (type !== TEXT_TYPE && type !== LITERAL_TYPE) {
    return { isNullable: false, isLiteral: true };
  }
  if (!Array.isArray(bytes)) {
    return NOT_NULL;
  }
  const characters = type === TEXT_TYPE ? bytes.slice(4) : bytes.slice(0, -1);
  return { isNullable: false, values: [Buffer.from(characters.map(Number)).toString()] };
}
