import pg from "pg";
import type { MatrixCaller } from "./callers.ts";
import type { Relation } from "./relations.ts";
import { buildInsert, type Samples } from "./samples.ts";

/** The rows that a caller can access, such as "own" or "all". */
export type Reach = string;

export const NOTHING: Reach = "–";

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
): Promise<Reach> {
  const outcome = await attempt(connection, relation.select);
  return describeReach(
    caller,
    relation,
    outcome === "denied" || outcome === "constraint-violation" ? [] : outcome,
  );
}

/** The rows that the caller can update. Writes the current value of one column. */
export async function tryUpdate(
  connection: pg.PoolClient,
  caller: MatrixCaller,
  relation: Relation,
  column: string,
): Promise<Reach> {
  const value = relation.identities.includes(column) ? "default" : column;
  return tryOnRows(connection, caller, relation, `update ${relation.name} set ${column} = ${value}`);
}

/** The rows that the caller can delete. */
export function tryDelete(
  connection: pg.PoolClient,
  caller: MatrixCaller,
  relation: Relation,
): Promise<Reach> {
  return tryOnRows(connection, caller, relation, `delete from ${relation.name}`);
}

/** The clients that the caller can insert a row for. `extraColumn` is a column that no form sends. */
export async function tryInsert(
  connection: pg.PoolClient,
  caller: MatrixCaller,
  relation: Relation,
  { perClient, firmOwned: ofTheFirm }: Samples,
  clientIds: readonly string[],
  extraColumn?: string,
): Promise<Reach> {
  const attempts = [
    ...(perClient ? clientIds.map((owner) => ({ owner, row: perClient(owner) })) : []),
    ...(ofTheFirm ? [{ owner: null, row: ofTheFirm() }] : []),
  ];
  const rows = attempts.map(({ owner }, at) => ({ key: String(at), owner, isActive: false }));
  const succeeded: { key: string }[] = [];
  for (const [at, { row }] of attempts.entries()) {
    const outcome = await attempt(connection, ...buildInsert(relation.name, row, extraColumn));
    if (outcome !== "denied") {
      succeeded.push({ key: String(at) });
    }
  }
  return describeReach(caller, { ...relation, rows }, succeeded);
}

async function tryOnRows(
  connection: pg.PoolClient,
  caller: MatrixCaller,
  relation: Relation,
  statement: string,
): Promise<Reach> {
  const all = await attempt(connection, `${statement} returning ${relation.key}::text as key`);
  if (all !== "denied" && all !== "constraint-violation") {
    return describeReach(caller, relation, all);
  }
  if (all === "denied" && relation.isView) {
    return NOTHING;
  }
  // One row may have caused the error for all rows, so try each row separately.
  const succeeded: { key: string }[] = [];
  for (const { key } of relation.rows) {
    const rowStatement = `${statement} where ${relation.key}::text = $1 returning ${relation.key}::text as key`;
    const outcome = await attempt(connection, rowStatement, [key]);
    if (outcome === "constraint-violation") {
      succeeded.push({ key });
    } else if (outcome !== "denied") {
      succeeded.push(...outcome);
    }
  }
  return describeReach(caller, relation, succeeded);
}

/**
 * Runs a statement and rolls back. A constraint violation proves that the caller had permission. Other errors are thrown,
 * so that a mistake in the test does not count as denied.
 */
async function attempt(
  connection: pg.PoolClient,
  sql: string,
  values: unknown[] = [],
): Promise<{ key: string }[] | "denied" | "constraint-violation"> {
  await connection.query("savepoint attempt");
  try {
    return (await connection.query<{ key: string }>(sql, values)).rows;
  } catch (error) {
    const code = error instanceof pg.DatabaseError ? (error.code ?? "") : "";
    if (DENIED_CODES.has(code)) {
      return "denied";
    }
    if (code.startsWith("23")) {
      return "constraint-violation";
    }
    throw new Error(`unexpected error from: ${sql}`, { cause: error });
  } finally {
    await connection.query("rollback to savepoint attempt");
  }
}

function describeReach(
  caller: MatrixCaller,
  relation: Pick<Relation, "rows">,
  reached: readonly { key: string }[],
): Reach {
  const keys = (rows: readonly { key: string }[]) =>
    rows
      .map((row) => row.key)
      .sort()
      .join();
  const candidates: [Reach, Relation["rows"]][] = [
    [NOTHING, []],
    ["all", relation.rows],
    ["own", relation.rows.filter((row) => row.owner !== null && row.owner === caller.clientId)],
    ["active", relation.rows.filter((row) => row.isActive)],
  ];
  const found = candidates.find(([, rows]) => keys(rows) === keys(reached));
  return found?.[0] ?? `${reached.length} of ${relation.rows.length}`;
}
