import type { TreeNode } from "./parse-node-tree.ts";

/** A query, and the enclosing queries whose columns and common table expressions it can use. */
export type Scope = { query: TreeNode; parent: Scope | undefined; notNull: ReadonlySet<string> };

/** The command numbers in a query tree. */
export const COMMAND = { select: 1, update: 2, insert: 3, delete: 4 };

export function findScope(scope: Scope | undefined, levelsUp: number): Scope | undefined {
  return levelsUp > 0 ? findScope(scope?.parent, levelsUp - 1) : scope;
}

/** Returns whether a query returns a row in any case, because it aggregates without groups or has no tables. */
export function alwaysReturnsRow(query: TreeNode): boolean {
  const from = query.node("jointree");
  const hasTables = !from || from.list("fromlist").length > 0 || from.node("quals") !== undefined;
  const isTotal =
    query.isTrue("hasAggs") &&
    query.list("groupClause").length === 0 &&
    query.list("groupingSets").length === 0;
  const mayOmitRows =
    query.isTrue("hasTargetSRFs") ||
    ["havingQual", "limitCount", "limitOffset"].some((field) => query.node(field));
  return query.number("commandType") === COMMAND.select && (isTotal || !hasTables) && !mayOmitRows;
}

/** Returns whether a column is `returning old.…` of an insert, which is null for inserted rows. */
export function isOldRowOfInsert(column: TreeNode, { query }: Scope): boolean {
  return column.number("varreturningtype") === 1 && query.number("commandType") === COMMAND.insert;
}

export function isLastColumn(relation: TreeNode, columnNumber: number): boolean {
  return relation.node("eref")?.list("colnames").length === columnNumber;
}
