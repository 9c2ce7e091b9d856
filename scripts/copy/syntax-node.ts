/** A node of a syntax tree. Its `type` determines which other properties it has. */
export type SyntaxNode = { type: string; start: number; end: number; [key: string]: unknown };

export function isNode(value: unknown): value is SyntaxNode {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}

/** @throws {TypeError} if the value is not a node. */
export function toNode(value: unknown): SyntaxNode {
  if (!isNode(value)) {
    throw new TypeError("Expected a node of the syntax tree.");
  }
  return value;
}

/** Converts a property's value, which may be one node, several or none, to an array of nodes. */
export function toNodes(value: unknown): SyntaxNode[] {
  return Array.isArray(value) ? value.filter(isNode) : isNode(value) ? [value] : [];
}

/** Returns the name of an identifier, property, call or JSX attribute, or "" for other nodes. */
export function getNodeName(node: SyntaxNode): string {
  switch (node.type) {
    case "MemberExpression":
      return getNodeName(toNode(node.property));
    case "CallExpression":
      return getNodeName(toNode(node.callee));
    case "JSXNamespacedName":
      return `${getNodeName(toNode(node.namespace))}:${getNodeName(toNode(node.name))}`;
    default:
      return typeof node.name === "string" ? node.name : "";
  }
}

/** Formats a template literal, with `{name}` for each expression, or `{…}` if the expression has no name. */
export function formatTemplate(template: SyntaxNode): string {
  const expressions = toNodes(template.expressions);
  return toNodes(template.quasis)
    .map(({ value }, index) => {
      const expression = expressions[index];
      return `${getCookedText(value)}${expression ? formatPlaceholder(expression) : ""}`;
    })
    .join("");
}

export function formatPlaceholder(expression: SyntaxNode): string {
  return `{${getNodeName(expression) || "…"}}`;
}

function getCookedText(value: unknown): string {
  return typeof value === "object" && value !== null && "cooked" in value ? String(value.cooked) : "";
}
