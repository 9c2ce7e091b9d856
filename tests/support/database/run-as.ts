import type pg from "pg";
import type { Account } from "../records/account.ts";

/** The database role and token claims that a statement runs with, and the client that the request selects. */
export type Caller = {
  role: "anon" | "authenticated" | "service_role";
  claims: object;
  selectedClientId?: string;
};

export const VISITOR: Caller = { role: "anon", claims: { role: "anon" } };
export const SERVICE: Caller = { role: "service_role", claims: { role: "service_role" } };

/** The caller for a signed-in account. `aal2` means that the second factor was verified. */
export function toCaller(account: Account, aal: "aal1" | "aal2" = "aal1"): Caller {
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

/** Runs `callback` as the caller, in the same way as a request, then rolls back. */
export async function runAs<Result>(
  pool: pg.Pool,
  caller: Caller,
  callback: (connection: pg.PoolClient) => Promise<Result>,
): Promise<Result> {
  const connection = await pool.connect();
  try {
    await beginAs(connection, caller);
    return await callback(connection);
  } finally {
    await connection.query("rollback");
    connection.release();
  }
}

/** Begins a transaction as the caller, in the same way as a request. */
export async function beginAs(connection: pg.PoolClient, caller: Caller): Promise<void> {
  await connection.query("begin");
  await connection.query(
    `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true),
            set_config('request.headers', $3, true)`,
    [caller.role, JSON.stringify(caller.claims), JSON.stringify({ "x-client-id": caller.selectedClientId })],
  );
}
