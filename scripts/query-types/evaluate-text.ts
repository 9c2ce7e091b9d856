import {
  getChildNodes,
  getFieldNode,
  getFieldNodes,
  getName,
  type SourceModule,
  type SyntaxNode,
} from "./source-module.ts";

/** The location of an expression: its module and the enclosing blocks, innermost first. */
export type SourceLocation = { module: SourceModule; blocks: readonly SyntaxNode[] };

type ReadModule = (file: string) => SourceModule | undefined;

/** Returns all possible texts of a constant expression, or undefined if the expression is not constant. */
export function evaluateText(
  expression: SyntaxNode | undefined,
  place: SourceLocation,
  readModule: ReadModule,
): string[] | undefined {
  const evaluate = (node: SyntaxNode | undefined) => evaluateText(node, place, readModule);
  switch (expression?.type) {
    case "Literal":
      return ["string", "number"].includes(typeof expression.value) ? [String(expression.value)] : undefined;
    case "TemplateLiteral":
      return evaluateTemplate(expression, evaluate);
    case "TSAsExpression":
    case "TSSatisfiesExpression":
    case "ParenthesizedExpression":
      return evaluate(getFieldNode(expression, "expression"));
    case "ConditionalExpression":
      return mergeTexts([
        evaluate(getFieldNode(expression, "consequent")),
        evaluate(getFieldNode(expression, "alternate")),
      ]);
    case "Identifier": {
      const found = findConstant(getName(expression), place, readModule);
      return found && evaluateText(found.value, found.place, readModule);
    }
    case "MemberExpression":
      return evaluateMember(expression, place, readModule);
    default:
      return undefined;
  }
}

function evaluateTemplate(
  template: SyntaxNode,
  evaluate: (node: SyntaxNode) => string[] | undefined,
): string[] | undefined {
  const parts = getFieldNodes(template, "quasis").map(({ value }) =>
    typeof value === "object" && value !== null && "cooked" in value ? String(value.cooked) : "",
  );
  const values = getFieldNodes(template, "expressions").map(evaluate);
  return values.reduce<string[] | undefined>(
    (texts, options, index) =>
      options &&
      texts?.flatMap((text) => options.map((option) => `${text}${option}${parts[index + 1] ?? ""}`)),
    [parts[0] ?? ""],
  );
}

/** Evaluates `TEXTS.name` to one text, and `TEXTS[name]` to the texts of all properties. */
function evaluateMember(
  member: SyntaxNode,
  place: SourceLocation,
  readModule: ReadModule,
): string[] | undefined {
  const found = findConstant(getName(getFieldNode(member, "object")), place, readModule);
  const property = getFieldNode(member, "property");
  if (!found) {
    return undefined;
  }
  const object = unwrapTypeExpression(found.value);
  if (object.type !== "ObjectExpression") {
    return undefined;
  }
  const entries = getFieldNodes(object, "properties").filter(
    (entry) => member.computed === true || getName(getFieldNode(entry, "key")) === getName(property),
  );
  return mergeTexts(
    entries.map((entry) => evaluateText(getFieldNode(entry, "value"), found.place, readModule)),
  );
}

function unwrapTypeExpression(node: SyntaxNode): SyntaxNode {
  const inner = node.type.startsWith("TS") ? getFieldNode(node, "expression") : undefined;
  return inner ? unwrapTypeExpression(inner) : node;
}

function mergeTexts(options: readonly (string[] | undefined)[]): string[] | undefined {
  const known = options.filter((texts) => texts !== undefined);
  return known.length === options.length ? known.flat() : undefined;
}

function findConstant(
  name: string,
  place: SourceLocation,
  readModule: ReadModule,
): { value: SyntaxNode; place: SourceLocation } | undefined {
  for (const [index, block] of place.blocks.entries()) {
    const value = findDeclaredValue(block, name);
    if (value) {
      return { value, place: { ...place, blocks: place.blocks.slice(index) } };
    }
  }
  const imported = place.module.imports.get(name);
  const module = imported && readModule(imported.file);
  const value = module && findDeclaredValue(module.program, imported.name);
  return value && { value, place: { module, blocks: [module.program] } };
}

/** Returns the value of `const name = …` in a block. */
function findDeclaredValue(block: SyntaxNode, name: string): SyntaxNode | undefined {
  for (const statement of getFieldNodes(block, "body")) {
    const declaration =
      statement.type === "ExportNamedDeclaration" ? getFieldNode(statement, "declaration") : statement;
    if (declaration?.type !== "VariableDeclaration" || declaration.kind !== "const") {
      continue;
    }
    for (const declarator of getChildNodes(declaration)) {
      if (getName(getFieldNode(declarator, "id")) === name) {
        return getFieldNode(declarator, "init");
      }
    }
  }
  return undefined;
}
