import type pg from "pg";
import type { SessionLevel } from "../../tokens/session-level.ts";
import { responseTooLarge, unavailable } from "../errors.ts";
import { LIMITS } from "../limits.ts";
import type { Plan, RestResponse, StatementResult } from "../plan/plan.ts";
import { type Caller, claimsAtLevel } from "./caller.ts";
import type { PreparedStatementNames } from "./prepared-statement-names.ts";
import { applyResponseSettings, type ResponseSettings } from "./response-settings.ts";

export type RunPlanOptions = {
  pool: pg.Pool;
  statementNames: PreparedStatementNames;
  caller: Caller;
  method: string;
  path: string;
  now: Date;
  /** The request headers that policies can read, as JSON. */
  headers: string;
};

// Responses contain times in UTC regardless of the server's time zone, as on Supabase. The response settings are
// cleared, because an earlier request on the connection may have set them for the session.
const SET_CALLER_COLUMNS = `set_config('role', $1, true), set_config('request.jwt.claims', $2, true),
  set_config('request.method', $3, true), set_config('request.path', $4, true),
  set_config('request.headers', $5, true), set_config('timezone', 'UTC', true),
  set_config('response.status', '', true), set_config('response.headers', '', true)`;
const SET_KEY_CALLER_QUERY = { name: "rest-as-key", text: `select true, ${SET_CALLER_COLUMNS}` };
const SET_USER_CALLER_QUERY = {
  name: "rest-as-user",
  text: `select embedded.session_level($6::uuid, $7::uuid, $8::timestamptz), ${SET_CALLER_COLUMNS}`,
};
const SET_CLAIMS_QUERY = {
  name: "rest-set-claims",
  text: "select set_config('request.jwt.claims', $1, true)",
};

/**
 * Runs a plan in its own transaction: `begin`, one statement that sets the caller's role and claims, the plan's
 * statement, `commit`. Any error rolls back, including one thrown while building the response.
 * Statements are not pipelined, because the plan's statement must never run before the caller is set.
 */
export async function runPlan(plan: Plan, options: RunPlanOptions): Promise<RestResponse> {
  const { pool } = options;
  if (pool.waitingCount >= LIMITS.waitingRequests) {
    throw poolExhausted();
  }
  const client = await pool.connect();
  let connectionError: Error | undefined;
  try {
    await client.query(plan.readOnly ? "begin read only" : "begin");
    await setCaller(client, options);
    const { result, settings } = await runStatement(client, plan, options);
    const response = applyResponseSettings(plan.toResponse(result), settings);
    await client.query("commit");
    return response;
  } catch (error) {
    await client.query("rollback").catch((rollbackError: Error) => {
      // Do not reuse a connection that cannot roll back.
      connectionError = rollbackError;
    });
    throw error;
  } finally {
    client.release(connectionError ?? options.statementNames.isFull(client));
  }
}

export function poolExhausted() {
  return unavailable("PGRST003", "Timed out acquiring connection from connection pool.");
}

async function setCaller(
  client: pg.PoolClient,
  { caller, method, path, headers, now }: RunPlanOptions,
): Promise<void> {
  const values: unknown[] = [caller.role, caller.claims, method, path, headers];
  if (caller.session === null) {
    await client.query({ ...SET_KEY_CALLER_QUERY, values, rowMode: "array" });
    return;
  }
  const row = await queryArray<[SessionLevel]>(client, {
    ...SET_USER_CALLER_QUERY,
    values: [...values, caller.session.id, caller.session.userId, now.toISOString()],
  });
  const claims = claimsAtLevel(caller, row?.[0] ?? null);
  if (claims !== caller.claims) {
    await client.query({ ...SET_CLAIMS_QUERY, values: [claims] });
  }
}

/**
 * Returns the first row as an array, which is faster to read than an object. Unchecked: `SET_USER_CALLER_QUERY` selects
 * a session level first, and every compiled statement selects the columns of `ResultRow` (see compile/sql.ts).
 */
async function queryArray<Row extends unknown[]>(
  client: pg.PoolClient,
  query: pg.QueryConfig,
): Promise<Row | undefined> {
  const { rows } = await client.query<Row>({ ...query, rowMode: "array" });
  return rows[0];
}

type ResultRow = [
  body: string | null,
  rows: string,
  total: string | null,
  updated: number | null,
  responseStatus: string | null,
  responseHeaders: string | null,
];

async function runStatement(
  client: pg.PoolClient,
  { statement }: Plan,
  { statementNames, caller }: RunPlanOptions,
): Promise<{ result: StatementResult; settings: ResponseSettings }> {
  // Do not name statements of anonymous callers, so they cannot fill a connection with prepared statements.
  const name = caller.role === "anon" ? undefined : statementNames.getName(statement.text, client);
  const row = await queryArray<ResultRow>(client, {
    text: statement.text,
    values: statement.values,
    ...(name === undefined ? {} : { name }),
  });
  if (!row) {
    throw new Error("The statement returned no row.");
  }
  const [body, count, total, updated, status, headers] = row;
  if (body === null) {
    throw responseTooLarge();
  }
  return {
    result: { body, rows: Number(count), total: total === null ? null : Number(total), updated },
    settings: { status, headers },
  };
}
