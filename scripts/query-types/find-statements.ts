import { evaluateText } from "./evaluate-text.ts";
import {
  childNodes,
  fieldNode,
  fieldNodes,
  lineOf,
  nameOf,
  type SourceModule,
  type SyntaxNode,
} from "./source-module.ts";

/** A statement in a source file. */
export type FoundStatement = { file: string; line: number; sql: string };

/** A call whose statement cannot be type-checked. */
export type StatementProblem = { file: string; line: number; message: string };

/** The position of the statement among the arguments of the functions that run typed statements. */
const STATEMENT_POSITIONS: Readonly<Record<string, number>> = {
  query: 0,
  queryRows: 1,
  execute: 1,
  queryPrepared: 2,
};

/** Finds the statements that a module runs. */
export function findStatements(
  module: SourceModule,
  readModule: (file: string) => SourceModule | undefined,
): { statements: FoundStatement[]; problems: StatementProblem[] } {
  const statements: FoundStatement[] = [];
  const problems: StatementProblem[] = [];
  visit(module.program, [], (node, blocks) => {
    const callee = node.type === "CallExpression" ? fieldNode(node, "callee") : undefined;
    const position = callee?.type === "Identifier" ? STATEMENT_POSITIONS[nameOf(callee)] : undefined;
    if (position === undefined) {
      return;
    }
    const place = { module, blocks };
    const at = { file: module.file, line: lineOf(module, node) };
    const texts = evaluateText(fieldNodes(node, "arguments")[position], place, readModule);
    if (texts) {
      statements.push(...texts.map((sql) => ({ ...at, sql })));
    } else {
      problems.push({
        ...at,
        message: "This statement is not constant text. Use `dynamic` and parse its rows.",
      });
    }
  });
  return { statements, problems };
}

function visit(
  node: SyntaxNode,
  blocks: readonly SyntaxNode[],
  onNode: (node: SyntaxNode, blocks: readonly SyntaxNode[]) => void,
): void {
  const inside = node.type === "Program" || node.type === "BlockStatement" ? [node, ...blocks] : blocks;
  onNode(node, inside);
  for (const child of childNodes(node)) {
    visit(child, inside, onNode);
  }
}
