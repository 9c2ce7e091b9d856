import type pg from "pg";
import type { SessionLevel } from "../tokens/session-level.ts";
import { type Caller, claimsAt } from "./caller.ts";
import { answerTooLarge, unavailable } from "./errors.ts";
import { limits } from "./limits.ts";
import type { Answer, Outcome, Plan } from "./plan.ts";
import type { StatementNames } from "./statement-names.ts";

export type RunOptions = {
  pool: pg.Pool;
  names: StatementNames;
  caller: Caller;
  method: string;
  path: string;
  now: Date;
};

// Times of an answer are told in UTC, whatever the server's zone, as on Supabase.
const asCaller = `set_config('role', $1, true), set_config('request.jwt.claims', $2, true),
  set_config('request.method', $3, true), set_config('request.path', $4, true), set_config('timezone', 'UTC', true)`;
const asKey = { name: "rest-as-key", text: `select true, ${asCaller}` };
const asPerson = {
  name: "rest-as-person",
  text: `select embedded.session_level($5::uuid, $6::timestamptz), ${asCaller}`,
};
const otherClaims = { name: "rest-other-claims", text: "select set_config('request.jwt.claims', $1, true)" };

/**
 * Runs a plan in a transaction of its own: `begin`, one statement that takes on the caller, one that does the work,
 * `commit`. Whatever goes wrong, the answer's own checks included, undoes the work.
 * Each statement waits for the one before: work must never start on a connection that is not yet the caller's.
 */
export async function run(plan: Plan, options: RunOptions): Promise<Answer> {
  const { pool } = options;
  if (pool.waitingCount >= limits.waitingForConnection) throw poolExhausted();
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query(plan.readOnly ? "begin read only" : "begin");
    await takeOn(client, options);
    const answer = plan.answer(await work(client, plan, options));
    await client.query("commit");
    return answer;
  } catch (cause) {
    await client.query("rollback").catch((failure: Error) => {
      // A connection that cannot even roll back is not given to the next caller.
      broken = failure;
    });
    throw cause;
  } finally {
    client.release(broken ?? options.names.isFull(client));
  }
}

export function poolExhausted() {
  return unavailable("PGRST003", "Timed out acquiring connection from connection pool.");
}

async function takeOn(client: pg.PoolClient, { caller, method, path, now }: RunOptions): Promise<void> {
  const values: unknown[] = [caller.role, caller.claims, method, path];
  if (caller.sessionId === null) {
    await client.query({ ...asKey, values, rowMode: "array" });
    return;
  }
  const { rows } = await client.query<[SessionLevel]>({
    ...asPerson,
    values: [...values, caller.sessionId, now.toISOString()],
    rowMode: "array",
  });
  const lowered = claimsAt(caller, rows[0]?.[0] ?? null);
  if (lowered !== caller.claims) await client.query({ ...otherClaims, values: [lowered] });
}

type WorkRow = [body: string | null, rows: string, total: string | null, updated: number | null];

async function work(
  client: pg.PoolClient,
  { statement }: Plan,
  { names, caller }: RunOptions,
): Promise<Outcome> {
  // Strangers do not choose what connections remember.
  const name = caller.role === "anon" ? undefined : names.nameOf(statement.text, client);
  const { rows } = await client.query<WorkRow>({
    text: statement.text,
    values: statement.values,
    rowMode: "array",
    ...(name === undefined ? {} : { name }),
  });
  const [row] = rows;
  if (!row) throw new Error("The statement gave no row.");
  const [body, count, total, updated] = row;
  if (body === null) throw answerTooLarge();
  return { body, rows: Number(count), total: total === null ? null : Number(total), updated };
}
