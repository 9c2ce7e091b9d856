import type { TreeNode } from "./parse-node-tree.ts";

/** A query and the queries around it, whose columns and common table expressions it can use. */
export type Scope = { query: TreeNode; parent: Scope | undefined; notNull: ReadonlySet<string> };

/** The numbers of the commands in a query tree. */
export const COMMAND = { select: 1, update: 2, insert: 3, delete: 4 };

export function findScope(scope: Scope | undefined, levelsUp: number): Scope | undefined {
  return levelsUp > 0 ? findScope(scope?.parent, levelsUp - 1) : scope;
}

/** An aggregate without groups returns a row, and so does a query without tables. */
export function alwaysReturnsRow(query: TreeNode): boolean {
  const from = query.node("jointree");
  const hasTables = !from || from.list("fromlist").length > 0 || from.node("quals") !== undefined;
  const isTotal = query.isTrue("hasAggs") && query.list("groupClause").length === 0;
  return (
    query.number("commandType") === COMMAND.select && (isTotal || !hasTables) && !query.node("havingQual")
  );
}

/** `returning old.…` has no values for an inserted row. */
export function isOldRowOfInsert(column: TreeNode, { query }: Scope): boolean {
  return column.number("varreturningtype") === 1 && query.number("commandType") === COMMAND.insert;
}

export function isLastColumn(relation: TreeNode, columnNumber: number): boolean {
  return relation.node("eref")?.list("colnames").length === columnNumber;
}
