import pg from "pg";
import type { MatrixCaller } from "./callers.ts";
import type { MatrixRow, Relation } from "./relations.ts";
import type { Samples } from "./sample.ts";
import { buildInsert } from "./samples.ts";

/** The rows that a caller can access, such as "own" or "all". */
export type AccessibleRows = string;

export const NO_ROWS: AccessibleRows = "–";

const DENIED_CODES = new Set([
  "42501", // no grant, or rejected by a policy
  "55000", // a read-only view
  "44000", // a row outside the view
  "428C9", // an identity column of a view
]);

/** The rows that the caller can read. */
export async function trySelect(
  connection: pg.PoolClient,
  caller: MatrixCaller,
  relation: Relation,
): Promise<AccessibleRows> {
  const outcome = await runAttempt(connection, relation.select);
  return describeAccessibleRows(caller, relation, typeof outcome === "string" ? [] : outcome);
}

/** The rows that the caller can update. Writes the current value of one column. */
export async function tryUpdate(
  connection: pg.PoolClient,
  caller: MatrixCaller,
  relation: Relation,
  column: string,
): Promise<AccessibleRows> {
  const value = relation.identities.includes(column) ? "default" : column;
  return tryOnRows(connection, caller, relation, `update ${relation.name} set ${column} = ${value}`);
}

/** The rows that the caller can delete. */
export function tryDelete(
  connection: pg.PoolClient,
  caller: MatrixCaller,
  relation: Relation,
): Promise<AccessibleRows> {
  return tryOnRows(connection, caller, relation, `delete from ${relation.name}`);
}

/** The clients that the caller can insert a row for. `extraColumn` is a column that no form sends. */
export async function tryInsert(
  connection: pg.PoolClient,
  caller: MatrixCaller,
  relation: Relation,
  { perClient, firmOwned }: Samples,
  clientIds: readonly string[],
  extraColumn?: string,
): Promise<AccessibleRows> {
  const attempts = [
    ...(perClient ? clientIds.map((owner) => ({ owner, row: perClient(owner) })) : []),
    ...(firmOwned ? [{ owner: null, row: firmOwned() }] : []),
  ];
  const rows = attempts.map(({ owner }, index) => ({
    ...{ key: String(index), owner },
    ...{ user: null, isActive: false },
  }));
  const succeeded: { key: string }[] = [];
  for (const [index, { row }] of attempts.entries()) {
    const outcome = await runAttempt(connection, ...buildInsert(relation.name, row, extraColumn));
    if (outcome !== "denied" && outcome !== "no-grant") {
      succeeded.push({ key: String(index) });
    }
  }
  return describeAccessibleRows(caller, { ...relation, rows }, succeeded);
}

async function tryOnRows(
  connection: pg.PoolClient,
  caller: MatrixCaller,
  relation: Relation,
  statement: string,
): Promise<AccessibleRows> {
  const all = await runAttempt(connection, `${statement} returning ${relation.key}::text as key`);
  if (all === "no-grant" || (all === "denied" && relation.isView)) {
    return NO_ROWS;
  }
  if (all !== "denied" && all !== "constraint-violation") {
    return describeAccessibleRows(caller, relation, all);
  }
  // A single row can fail the whole statement, so try each row separately.
  const succeeded: { key: string }[] = [];
  for (const { key } of relation.rows) {
    const rowStatement = `${statement} where ${relation.key}::text = $1 returning ${relation.key}::text as key`;
    const outcome = await runAttempt(connection, rowStatement, [key]);
    if (outcome === "constraint-violation") {
      succeeded.push({ key });
    } else if (outcome !== "denied" && outcome !== "no-grant") {
      succeeded.push(...outcome);
    }
  }
  return describeAccessibleRows(caller, relation, succeeded);
}

type Outcome = { key: string }[] | "denied" | "no-grant" | "constraint-violation";

/**
 * Runs a statement and rolls back. "no-grant" means that the role has no grant on a table, so the result is the same for
 * every row. A constraint violation proves that the caller had permission. Other errors are thrown,
 * so that a mistake in the test is not reported as denied.
 */
async function runAttempt(connection: pg.PoolClient, sql: string, values: unknown[] = []): Promise<Outcome> {
  await connection.query("savepoint attempt");
  try {
    return (await connection.query<{ key: string }>(sql, values)).rows;
  } catch (error) {
    const { code = "", message } = error instanceof pg.DatabaseError ? error : { message: "" };
    if (DENIED_CODES.has(code)) {
      return message.startsWith("permission denied for table ") ? "no-grant" : "denied";
    }
    if (code.startsWith("23")) {
      return "constraint-violation";
    }
    throw new Error(`unexpected error from: ${sql}`, { cause: error });
  } finally {
    await connection.query("rollback to savepoint attempt");
  }
}

function describeAccessibleRows(
  caller: MatrixCaller,
  relation: Pick<Relation, "rows">,
  accessible: readonly { key: string }[],
): AccessibleRows {
  const keys = (rows: readonly { key: string }[]) =>
    rows
      .map((row) => row.key)
      .sort()
      .join();
  const isOwn = (row: MatrixRow) => row.owner !== null && row.owner === caller.clientId;
  const candidates: [AccessibleRows, MatrixRow[]][] = [
    [NO_ROWS, []],
    ["all", relation.rows],
    ["own", relation.rows.filter(isOwn)],
    ["active", relation.rows.filter((row) => row.isActive)],
    ["self", relation.rows.filter((row) => isOwn(row) && row.user === caller.userId)],
    ["account", relation.rows.filter((row) => row.user !== null && row.user === caller.userId)],
  ];
  const match = candidates.find(([, rows]) => keys(rows) === keys(accessible));
  return match?.[0] ?? `${accessible.length} of ${relation.rows.length}`;
}
