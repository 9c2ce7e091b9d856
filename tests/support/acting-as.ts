import type pg from "pg";
import type { Account } from "./an-account.ts";

/** Who a statement runs as: a database role, and the claims of a signed token. */
export type Caller = { role: "anon" | "authenticated" | "service_role"; claims: object };

export const VISITOR: Caller = { role: "anon", claims: { role: "anon" } };
export const SERVICE: Caller = { role: "service_role", claims: { role: "service_role" } };

/** The caller an account becomes by signing in: with its password alone, or with its second factor too. */
export function callerOf(account: Account, aal: "aal1" | "aal2" = "aal1"): Caller {
  const claims = {
    sub: account.userId,
    email: account.email,
    role: "authenticated",
    aud: "authenticated",
    aal,
    app_metadata: { provider: "email", providers: ["email"], role: account.role },
    user_metadata: {},
  };
  return { role: "authenticated", claims };
}

/** Runs `work` as the caller, the way a request does, and undoes all of it. */
export async function actingAs<Result>(
  pool: pg.Pool,
  caller: Caller,
  work: (connection: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const connection = await pool.connect();
  try {
    await beginAs(connection, caller);
    return await work(connection);
  } finally {
    await connection.query("rollback");
    connection.release();
  }
}

/** Begins a transaction in which the caller acts, the way a request does. */
export async function beginAs(connection: pg.PoolClient, caller: Caller): Promise<void> {
  await connection.query("begin");
  await connection.query("select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)", [
    caller.role,
    JSON.stringify(caller.claims),
  ]);
}
