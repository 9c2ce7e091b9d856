import { evaluateText } from "./evaluate-text.ts";
import {
  getChildNodes,
  getFieldNode,
  getFieldNodes,
  getLine,
  getName,
  type SourceModule,
  type SyntaxNode,
} from "./source-module.ts";

/** A statement in a source file. */
export type FoundStatement = { file: string; line: number; sql: string };

/** A call whose statement cannot be type-checked. */
export type StatementProblem = { file: string; line: number; message: string };

/** The functions that run typed statements, with the index of the argument that contains the statement. */
const STATEMENT_POSITIONS: Readonly<Record<string, number>> = {
  query: 0,
  queryRows: 1,
  execute: 1,
  queryPrepared: 2,
  executePrepared: 2,
};

/** Finds the typed statements in a module. */
export function findStatements(
  module: SourceModule,
  readModule: (file: string) => SourceModule | undefined,
): { statements: FoundStatement[]; problems: StatementProblem[] } {
  const statements: FoundStatement[] = [];
  const problems: StatementProblem[] = [];
  visit(module.program, [], (node, blocks) => {
    const callee = node.type === "CallExpression" ? getFieldNode(node, "callee") : undefined;
    const position = callee?.type === "Identifier" ? STATEMENT_POSITIONS[getName(callee)] : undefined;
    if (position === undefined) {
      return;
    }
    const place = { module, blocks };
    const location = { file: module.file, line: getLine(module, node) };
    const texts = evaluateText(getFieldNodes(node, "arguments")[position], place, readModule);
    if (texts) {
      statements.push(...texts.map((sql) => ({ ...location, sql })));
    } else {
      problems.push({
        ...location,
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
  const enclosingBlocks =
    node.type === "Program" || node.type === "BlockStatement" ? [node, ...blocks] : blocks;
  onNode(node, enclosingBlocks);
  for (const child of getChildNodes(node)) {
    visit(child, enclosingBlocks, onNode);
  }
}
