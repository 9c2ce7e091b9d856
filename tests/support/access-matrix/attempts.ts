import pg from "pg";
import type { Person } from "./people.ts";
import type { Relation } from "./relations.ts";
import { insertOf, type Samples } from "./samples.ts";

/** What a person reached of a table, in the words of the matrix. */
export type Reach = string;

export const NOTHING: Reach = "–";

const REFUSED = new Set([
  "42501", // no grant, or the row breaks a policy
  "55000", // a view that takes no writes
]);

/** The rows a person sees. */
export async function triesToSelect(
  connection: pg.PoolClient,
  person: Person,
  relation: Relation,
): Promise<Reach> {
  const outcome = await attempt(connection, relation.select);
  return wordFor(person, relation, outcome === "refused" || outcome === "broken" ? [] : outcome);
}

/** The rows a person can change in one column, writing the value it has. */
export async function triesToUpdate(
  connection: pg.PoolClient,
  person: Person,
  relation: Relation,
  column: string,
): Promise<Reach> {
  const value = relation.identities.includes(column) ? "default" : column;
  return triesOnRows(connection, person, relation, `update ${relation.name} set ${column} = ${value}`);
}

/** The rows a person can delete. */
export function triesToDelete(connection: pg.PoolClient, person: Person, relation: Relation): Promise<Reach> {
  return triesOnRows(connection, person, relation, `delete from ${relation.name}`);
}

/** For whom a person can insert a row; `oneMore` names a column no form sends, with its default. */
export async function triesToInsert(
  connection: pg.PoolClient,
  person: Person,
  relation: Relation,
  { perClient, ofTheFirm }: Samples,
  clientIds: readonly string[],
  oneMore?: string,
): Promise<Reach> {
  const tries = [
    ...(perClient ? clientIds.map((owner) => ({ owner, row: perClient(owner) })) : []),
    ...(ofTheFirm ? [{ owner: null, row: ofTheFirm() }] : []),
  ];
  const rows = tries.map(({ owner }, at) => ({ key: String(at), owner, isActive: false }));
  const done: { key: string }[] = [];
  for (const [at, { row }] of tries.entries()) {
    const outcome = await attempt(connection, ...insertOf(relation.name, row, oneMore));
    if (outcome !== "refused") done.push({ key: String(at) });
  }
  return wordFor(person, { ...relation, rows }, done);
}

async function triesOnRows(
  connection: pg.PoolClient,
  person: Person,
  relation: Relation,
  statement: string,
): Promise<Reach> {
  const all = await attempt(connection, `${statement} returning ${relation.key}::text as key`);
  if (all !== "refused" && all !== "broken") return wordFor(person, relation, all);
  if (all === "refused" && relation.isView) return NOTHING;
  // One row may have stopped the others: try each alone.
  const done: { key: string }[] = [];
  for (const { key } of relation.rows) {
    const one = `${statement} where ${relation.key}::text = $1 returning ${relation.key}::text as key`;
    const outcome = await attempt(connection, one, [key]);
    if (outcome === "broken") done.push({ key });
    else if (outcome !== "refused") done.push(...outcome);
  }
  return wordFor(person, relation, done);
}

/**
 * Runs a statement and undoes it. "broken" is a constraint that said no: permission had been given by then.
 * Throws whatever else the database throws, so that a mistake of the test is not taken for a refusal.
 */
async function attempt(
  connection: pg.PoolClient,
  sql: string,
  values: unknown[] = [],
): Promise<{ key: string }[] | "refused" | "broken"> {
  await connection.query("savepoint attempt");
  try {
    return (await connection.query<{ key: string }>(sql, values)).rows;
  } catch (error) {
    const code = error instanceof pg.DatabaseError ? (error.code ?? "") : "";
    if (REFUSED.has(code)) return "refused";
    if (code.startsWith("23")) return "broken";
    throw new Error(`unexpected answer to: ${sql}`, { cause: error });
  } finally {
    await connection.query("rollback to savepoint attempt");
  }
}

function wordFor(
  person: Person,
  relation: Pick<Relation, "rows">,
  reached: readonly { key: string }[],
): Reach {
  const keys = (rows: readonly { key: string }[]) =>
    rows
      .map((row) => row.key)
      .sort()
      .join();
  const words: [Reach, Relation["rows"]][] = [
    [NOTHING, []],
    ["all", relation.rows],
    ["own", relation.rows.filter((row) => row.owner !== null && row.owner === person.clientId)],
    ["active", relation.rows.filter((row) => row.isActive)],
  ];
  const found = words.find(([, rows]) => keys(rows) === keys(reached));
  return found?.[0] ?? `${reached.length} of ${relation.rows.length}`;
}
