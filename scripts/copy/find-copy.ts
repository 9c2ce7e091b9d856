import { parseSync } from "vite";
import { readsLikeText } from "./reads-like-text.ts";
import {
  formatPlaceholder,
  formatTemplate,
  getNodeName,
  isNode,
  type SyntaxNode,
  toNode,
  toNodes,
} from "./syntax-node.ts";

/** A string that users read. Each interpolated value appears as `{name}`, or as `{…}` if it has no name. */
export type CopyString = { file: string; line: number; text: string };

/**
 * Which strings in a file are copy. `all` includes every string that reads like text. `messages` includes only arguments
 * of error classes, validation rules and functions that write to the terminal.
 */
export type CopyScope = "all" | "messages";

/** @throws {Error} if the file cannot be parsed. */
export function findCopy(file: string, source: string, scope: CopyScope): CopyString[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) {
    throw new Error(`We couldn't parse ${file}: ${errors[0]?.message}`);
  }
  const strings = collectStrings(toNode(program), { isMessage: scope === "all" });
  return strings.map(({ start, text }) => ({ file, line: source.slice(0, start).split("\n").length, text }));
}

type FoundString = { start: number; text: string };
/** If `isMessage` is true, strings in this part of the tree are copy if they read like text. */
type Context = { isMessage: boolean };

function collectStrings(node: SyntaxNode, context: Context): FoundString[] {
  switch (node.type) {
    case "JSXElement":
    case "JSXFragment":
      return [...collectJsxText(node), ...collectChildren(node, context)];
    case "JSXAttribute":
      return collectAttribute(node, context);
    case "CallExpression":
    case "NewExpression":
      return collectCall(node, context);
    case "TaggedTemplateExpression":
      return isNode(node.tag) && getNodeName(node.tag) === "html"
        ? [...collectHtml(toNode(node.quasi)), ...collectChildren(node, context)]
        : collectChildren(node, context);
    case "Property":
      return isNode(node.value) ? collectProperty(node, node.value, context) : [];
    case "TemplateLiteral":
    case "Literal":
      return [...(context.isMessage ? collectString(node) : []), ...collectChildren(node, context)];
    default:
      return IGNORED_NODES.has(node.type) || node.type.startsWith("TS")
        ? collectIgnoredNode(node, context)
        : collectChildren(node, context);
  }
}

/** Nodes whose strings are module paths, keys or comparison values. */
const IGNORED_NODES = new Set([
  "ImportDeclaration",
  "ImportExpression",
  "ExportAllDeclaration",
  "BinaryExpression",
  "SwitchCase",
  "MemberExpression",
]);

const TYPED_EXPRESSIONS = new Set(["TSAsExpression", "TSSatisfiesExpression", "TSNonNullExpression"]);

function collectIgnoredNode(node: SyntaxNode, context: Context): FoundString[] {
  if (TYPED_EXPRESSIONS.has(node.type)) {
    return collectStrings(toNode(node.expression), context);
  }
  if (node.type === "SwitchCase") {
    return toNodes(node.consequent).flatMap((child) => collectStrings(child, context));
  }
  if (node.type === "BinaryExpression") {
    return node.operator === "+"
      ? collectChildren(node, context)
      : collectChildren(node, { isMessage: false });
  }
  if (node.type === "MemberExpression") {
    return collectStrings(toNode(node.object), { isMessage: false });
  }
  return [];
}

/** Joins JSX text and the expressions between it into one string, such as `You have {count} invoices`. */
function collectJsxText(element: SyntaxNode): FoundString[] {
  const jsxStrings: FoundString[] = [];
  let start = -1;
  let text = "";
  const flush = () => {
    const clean = text.replace(/&nbsp;|\s+/g, " ").trim();
    if (/\p{L}/u.test(clean.replace(/\{[^}]*\}/g, ""))) {
      jsxStrings.push({ start, text: clean });
    }
    start = -1;
    text = "";
  };
  for (const child of toNodes(element.children)) {
    const part = child.type === "JSXText" ? String(child.value) : formatExpressionChild(child);
    if (part === null) {
      flush();
      continue;
    }
    if (start < 0 && part.trim() !== "") {
      start = child.start + (part.length - part.trimStart().length);
    }
    text += part;
  }
  flush();
  return jsxStrings;
}

/** Returns null for children that end the text, such as elements and conditions. */
function formatExpressionChild(child: SyntaxNode): string | null {
  if (child.type !== "JSXExpressionContainer" || !isNode(child.expression)) {
    return null;
  }
  const { expression } = child;
  if (expression.type === "Literal" && typeof expression.value === "string") {
    return expression.value;
  }
  return ["Identifier", "MemberExpression", "CallExpression"].includes(expression.type)
    ? formatPlaceholder(expression)
    : null;
}

const HIDDEN_ATTRIBUTES =
  /^(?:class|style|id|key|d|points|viewBox|fill|stroke.*|href|to|src|rel|type|name|role|target|method|action|autoComplete|inputMode|htmlFor|form|lang|pattern|accept|tone|variant|size|icon|value|defaultValue|as|width|height|transform|content|property|charSet|aria-(?:live|current|controls|labelledby|describedby|hidden|haspopup))$|className$|Class$|Id$|Key$/i;

/** Attributes that always contain text, even if it is a single lowercase word. */
const TEXT_ATTRIBUTES =
  /^(?:aria-label|aria-description|aria-roledescription|alt|title|placeholder|label|hint|heading)$/;

function collectAttribute(node: SyntaxNode, context: Context): FoundString[] {
  const name = getNodeName(toNode(node.name));
  if (!isNode(node.value)) {
    return [];
  }
  const { value } = node;
  if (TEXT_ATTRIBUTES.test(name) && value.type === "Literal" && /\p{L}/u.test(String(value.value))) {
    return [{ start: value.start, text: String(value.value) }];
  }
  return collectStrings(value, HIDDEN_ATTRIBUTES.test(name) ? { isMessage: false } : context);
}

/** Functions whose string arguments are classes, keys, patterns or logs. */
const HIDDEN_CALLS =
  /^(?:cn|cva|clsx|require|fetch|querySelector(?:All)?|getElementById|addEventListener|removeEventListener|setAttribute|matchMedia|DateTimeFormat|NumberFormat|RegExp|URL|Error|TypeError|RangeError|debug|info|warn|select|from|eq|order|rpc|invalidateQueries|query|startsWith|endsWith|includes|split|replaceAll|replace|closest|createElement|import|createContext)$/;
/** Functions whose string arguments are shown to users or operators. */
const MESSAGE_CALLS =
  /^(?:(?!Error$)\w+Error|log|ok|problem|skipped|writeLine|refine|literal|min|max|email|regex|positive|nonnegative|int|length|trim|url|iso|datetime)$/;

function collectCall(node: SyntaxNode, context: Context): FoundString[] {
  const callee = toNode(node.callee);
  const name = getNodeName(callee);
  const isHidden = HIDDEN_CALLS.test(name) && !isConsole(callee);
  const isMessage = !isHidden && (context.isMessage || MESSAGE_CALLS.test(name) || isConsole(callee));
  return [
    ...collectStrings(callee, context),
    ...toNodes(node.arguments).flatMap((argument) => collectStrings(argument, { isMessage })),
  ];
}

function isConsole(callee: SyntaxNode): boolean {
  return callee.type === "MemberExpression" && getNodeName(toNode(callee.object)) === "console";
}

const HIDDEN_PROPERTIES =
  /^(?:className|class|style|key|id|path|href|url|name|queryKey|select|sql|column|table|kind|type|event|pattern|code|action|reason|d)$/;

function collectProperty(node: SyntaxNode, value: SyntaxNode, context: Context): FoundString[] {
  const name = getNodeName(toNode(node.key));
  return collectStrings(value, HIDDEN_PROPERTIES.test(name) ? { isMessage: false } : context);
}

function collectString(node: SyntaxNode): FoundString[] {
  const text = node.type === "Literal" ? node.value : formatTemplate(node);
  return typeof text === "string" && readsLikeText(text)
    ? [{ start: node.start, text: text.replace(/\s+/g, " ").trim() }]
    : [];
}

/** Returns the text between the tags of an HTML template. */
function collectHtml(template: SyntaxNode): FoundString[] {
  return formatTemplate(template)
    .replace(/<(style|script)\b.*?<\/\1>/gs, "")
    .split(/<[^>]*>/)
    .map((part) => part.replace(/\s+/g, " ").trim())
    .filter((part) => /\p{L}/u.test(part.replace(/\{[^}]*\}/g, "")))
    .map((text) => ({ start: template.start, text }));
}

function collectChildren(node: SyntaxNode, context: Context): FoundString[] {
  return Object.entries(node).flatMap(([key, child]) =>
    key === "parent" ? [] : toNodes(child).flatMap((childNode) => collectStrings(childNode, context)),
  );
}
