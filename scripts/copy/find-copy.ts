import { parseSync } from "vite";

/** A string that users read. Interpolated values appear as `{name}`, or as `{…}` if they are not a plain name. */
export type CopyString = { file: string; line: number; text: string };

/**
 * Which strings of a file count as copy. `all`: every string that reads like text. `messages`: the arguments of error
 * classes, validation rules and functions that write to the terminal.
 */
export type CopyScope = "all" | "messages";

type Node = { type: string; start: number; end: number; [key: string]: unknown };

/** @throws {Error} if the file cannot be parsed. */
export function findCopy(file: string, source: string, scope: CopyScope): CopyString[] {
  const { program, errors } = parseSync(file, source);
  if (errors.length > 0) {
    throw new Error(`We couldn't parse ${file}: ${errors[0]?.message}`);
  }
  const strings = collect(program as unknown as Node, { isMessage: scope === "all" });
  return strings.map(({ start, text }) => ({ file, line: source.slice(0, start).split("\n").length, text }));
}

type FoundString = { start: number; text: string };
/** `isMessage`: the strings at this point of the tree are copy if they read like text. */
type Context = { isMessage: boolean };

function collect(node: Node, context: Context): FoundString[] {
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
      return isNode(node.tag) && nameOf(node.tag) === "html"
        ? [...collectHtml(node.quasi as Node), ...collectChildren(node, context)]
        : collectChildren(node, context);
    case "Property":
      return isNode(node.value) ? collectProperty(node, node.value, context) : [];
    case "TemplateLiteral":
    case "Literal":
      return [...(context.isMessage ? collectString(node) : []), ...collectChildren(node, context)];
    default:
      return IGNORED_NODES.has(node.type) || node.type.startsWith("TS")
        ? collectTyped(node, context)
        : collectChildren(node, context);
  }
}

/** Nodes whose strings are module paths, keys or values to compare with. */
const IGNORED_NODES = new Set([
  "ImportDeclaration",
  "ImportExpression",
  "ExportAllDeclaration",
  "BinaryExpression",
  "SwitchCase",
  "MemberExpression",
]);

const TYPED_EXPRESSIONS = new Set(["TSAsExpression", "TSSatisfiesExpression", "TSNonNullExpression"]);

function collectTyped(node: Node, context: Context): FoundString[] {
  if (TYPED_EXPRESSIONS.has(node.type)) {
    return collect(node.expression as Node, context);
  }
  if (node.type === "SwitchCase") {
    return (node.consequent as Node[]).flatMap((child) => collect(child, context));
  }
  if (node.type === "BinaryExpression") {
    return node.operator === "+"
      ? collectChildren(node, context)
      : collectChildren(node, { isMessage: false });
  }
  if (node.type === "MemberExpression") {
    return collect(node.object as Node, { isMessage: false });
  }
  return [];
}

/** JSX text with the expressions between it, as one string: `You have {count} invoices`. */
function collectJsxText(element: Node): FoundString[] {
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
  for (const child of element.children as Node[]) {
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

/** Null for children that interrupt the text, such as elements and conditions. */
function formatExpressionChild(child: Node): string | null {
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

/** Attributes that always contain text, so that single words in lower case count too. */
const TEXT_ATTRIBUTES =
  /^(?:aria-label|aria-description|aria-roledescription|alt|title|placeholder|label|hint|heading)$/;

function collectAttribute(node: Node, context: Context): FoundString[] {
  const name = nameOf(node.name as Node);
  if (!isNode(node.value)) {
    return [];
  }
  const { value } = node;
  if (TEXT_ATTRIBUTES.test(name) && value.type === "Literal" && /\p{L}/u.test(String(value.value))) {
    return [{ start: value.start, text: String(value.value) }];
  }
  return collect(value, HIDDEN_ATTRIBUTES.test(name) ? { isMessage: false } : context);
}

/** Functions whose string arguments are classes, keys, patterns or logs. */
const HIDDEN_CALLS =
  /^(?:cn|cva|clsx|require|fetch|querySelector(?:All)?|getElementById|addEventListener|removeEventListener|setAttribute|matchMedia|DateTimeFormat|NumberFormat|RegExp|URL|Error|TypeError|RangeError|debug|info|warn|select|from|eq|order|rpc|invalidateQueries|query|startsWith|endsWith|includes|split|replaceAll|replace|closest|createElement|import|createContext)$/;
/** Functions whose string arguments are shown to users or operators. */
const MESSAGE_CALLS =
  /^(?:(?!Error$)\w+Error|log|ok|problem|skipped|writeLine|refine|literal|min|max|email|regex|positive|nonnegative|int|length|trim|url|iso|datetime)$/;

function collectCall(node: Node, context: Context): FoundString[] {
  const callee = node.callee as Node;
  const name = nameOf(callee);
  const isHidden = HIDDEN_CALLS.test(name) && !isConsole(callee);
  const isMessage = !isHidden && (context.isMessage || MESSAGE_CALLS.test(name) || isConsole(callee));
  return [
    ...collect(callee, context),
    ...(node.arguments as Node[]).flatMap((argument) => collect(argument, { isMessage })),
  ];
}

function isConsole(callee: Node): boolean {
  return callee.type === "MemberExpression" && nameOf(callee.object as Node) === "console";
}

const HIDDEN_PROPERTIES =
  /^(?:className|class|style|key|id|path|href|url|name|queryKey|select|sql|column|table|kind|type|event|pattern|code|action|reason|d)$/;

function collectProperty(node: Node, value: Node, context: Context): FoundString[] {
  const name = nameOf(node.key as Node);
  return collect(value, HIDDEN_PROPERTIES.test(name) ? { isMessage: false } : context);
}

function collectString(node: Node): FoundString[] {
  const text = node.type === "Literal" ? node.value : formatTemplate(node);
  return typeof text === "string" && readsLikeText(text)
    ? [{ start: node.start, text: text.replace(/\s+/g, " ").trim() }]
    : [];
}

/** The text between the tags of an HTML template. */
function collectHtml(template: Node): FoundString[] {
  return formatTemplate(template)
    .replace(/<(style|script)\b.*?<\/\1>/gs, "")
    .split(/<[^>]*>/)
    .map((part) => part.replace(/\s+/g, " ").trim())
    .filter((part) => /\p{L}/u.test(part.replace(/\{[^}]*\}/g, "")))
    .map((text) => ({ start: template.start, text }));
}

function formatTemplate(template: Node): string {
  const expressions = template.expressions as Node[];
  return (template.quasis as { value: { cooked: string } }[])
    .map(({ value }, index) => {
      const expression = expressions[index];
      return `${value.cooked}${expression ? formatPlaceholder(expression) : ""}`;
    })
    .join("");
}

function formatPlaceholder(expression: Node): string {
  return `{${nameOf(expression) || "…"}}`;
}

const SQL =
  /^\s*(?:select|insert|update|delete|with|create|alter|begin|commit|rollback|set|grant|revoke|lock|listen|notify)\b/;
const CODE = /^[\w$.[\]-]+$|^[/#.@?&]|[{;]\s*\w+:|=>|^\w+\/[\w.+-]+$/;

/** Whether a string is text, and not an identifier, a class list, a path, SQL or other code. */
export function readsLikeText(text: string): boolean {
  const textWithoutPlaceholders = text.replace(/\{[^}]*\}/g, "").trim();
  if (
    !/\p{L}{2}/u.test(textWithoutPlaceholders) ||
    SQL.test(text) ||
    /https?:\/\//.test(textWithoutPlaceholders)
  ) {
    return false;
  }
  if (/^\p{Lu}\p{Ll}+$/u.test(textWithoutPlaceholders)) {
    return true;
  }
  if (CODE.test(textWithoutPlaceholders)) {
    return false;
  }
  const isProse =
    /^[\p{Lu}"“]/u.test(textWithoutPlaceholders) ||
    /[.!?…:]$/.test(textWithoutPlaceholders) ||
    /^\p{Ll}+(?: [\p{L}\d'’,.]+)+$/u.test(textWithoutPlaceholders);
  return isProse && /\s/.test(textWithoutPlaceholders) && !looksLikeClassList(textWithoutPlaceholders);
}

const CLASS_WORDS = new Set(
  "flex grid block inline hidden truncate relative absolute sticky fixed grow shrink italic underline uppercase border rounded shadow transition container group peer".split(
    " ",
  ),
);

function looksLikeClassList(text: string): boolean {
  const tokens = text.split(/\s+/);
  return tokens.every(
    (token) => CLASS_WORDS.has(token) || /^-?[a-z]+(?:-[\w./[\]%()]+)+$|^[a-z-]+:\S+$/.test(token),
  );
}

function nameOf(node: Node): string {
  if (node.type === "MemberExpression") {
    return nameOf(node.property as Node);
  }
  if (node.type === "CallExpression") {
    return nameOf(node.callee as Node);
  }
  if (node.type === "JSXNamespacedName") {
    return `${nameOf(node.namespace as Node)}:${nameOf(node.name as Node)}`;
  }
  return typeof node.name === "string" ? node.name : "";
}

function collectChildren(node: Node, context: Context): FoundString[] {
  return Object.entries(node).flatMap(([key, child]) =>
    key === "parent" ? [] : toNodes(child).flatMap((childNode) => collect(childNode, context)),
  );
}

function toNodes(child: unknown): Node[] {
  return Array.isArray(child) ? child.filter(isNode) : isNode(child) ? [child] : [];
}

function isNode(value: unknown): value is Node {
  return typeof value === "object" && value !== null && "type" in value && typeof value.type === "string";
}
