import {
  childNodes,
  fieldNode,
  fieldNodes,
  nameOf,
  type SourceModule,
  type SyntaxNode,
} from "./source-module.ts";

/** Where an expression is: its module and the blocks around it, the innermost first. */
export type Place = { module: SourceModule; blocks: readonly SyntaxNode[] };

type ReadModule = (file: string) => SourceModule | undefined;

/** The possible texts of a constant expression. Undefined if they depend on anything else. */
export function evaluateText(
  expression: SyntaxNode | undefined,
  place: Place,
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
      return evaluate(fieldNode(expression, "expression"));
    case "ConditionalExpression":
      return unite([
        evaluate(fieldNode(expression, "consequent")),
        evaluate(fieldNode(expression, "alternate")),
      ]);
    case "Identifier": {
      const found = findConstant(nameOf(expression), place, readModule);
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
  const parts = fieldNodes(template, "quasis").map(({ value }) =>
    typeof value === "object" && value !== null && "cooked" in value ? String(value.cooked) : "",
  );
  const values = fieldNodes(template, "expressions").map(evaluate);
  return values.reduce<string[] | undefined>(
    (texts, options, index) =>
      options &&
      texts?.flatMap((text) => options.map((option) => `${text}${option}${parts[index + 1] ?? ""}`)),
    [parts[0] ?? ""],
  );
}

/** `TEXTS.name` and `TEXTS[name]`, where any value is possible. */
function evaluateMember(member: SyntaxNode, place: Place, readModule: ReadModule): string[] | undefined {
  const found = findConstant(nameOf(fieldNode(member, "object")), place, readModule);
  const property = fieldNode(member, "property");
  if (!found) {
    return undefined;
  }
  const object = withoutTypes(found.value);
  if (object.type !== "ObjectExpression") {
    return undefined;
  }
  const entries = fieldNodes(object, "properties").filter(
    (entry) => member.computed === true || nameOf(fieldNode(entry, "key")) === nameOf(property),
  );
  return unite(entries.map((entry) => evaluateText(fieldNode(entry, "value"), found.place, readModule)));
}

function withoutTypes(node: SyntaxNode): SyntaxNode {
  const inner = node.type.startsWith("TS") ? fieldNode(node, "expression") : undefined;
  return inner ? withoutTypes(inner) : node;
}

function unite(options: readonly (string[] | undefined)[]): string[] | undefined {
  const known = options.filter((texts) => texts !== undefined);
  return known.length === options.length ? known.flat() : undefined;
}

function findConstant(
  name: string,
  place: Place,
  readModule: ReadModule,
): { value: SyntaxNode; place: Place } | undefined {
  for (const [index, block] of place.blocks.entries()) {
    const value = findDeclaration(block, name);
    if (value) {
      return { value, place: { ...place, blocks: place.blocks.slice(index) } };
    }
  }
  const imported = place.module.imports.get(name);
  const module = imported && readModule(imported.file);
  const value = module && findDeclaration(module.program, imported.name);
  return value && { value, place: { module, blocks: [module.program] } };
}

/** The value of `const name = …` among the statements of a block. */
function findDeclaration(block: SyntaxNode, name: string): SyntaxNode | undefined {
  for (const statement of fieldNodes(block, "body")) {
    const declaration =
      statement.type === "ExportNamedDeclaration" ? fieldNode(statement, "declaration") : statement;
    if (declaration?.type !== "VariableDeclaration" || declaration.kind !== "const") {
      continue;
    }
    for (const declarator of childNodes(declaration)) {
      if (nameOf(fieldNode(declarator, "id")) === name) {
        return fieldNode(declarator, "init");
      }
    }
  }
  return undefined;
}
