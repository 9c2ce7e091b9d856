import type pg from "pg";

/** Runs one statement with bound values and gives its rows. */
export type Query = <Row extends object = Record<string, unknown>>(
  sql: string,
  values?: readonly unknown[],
) => Promise<Row[]>;

/** The verified claims of a token, as row policies read them. */
export type CallerClaims = { sub: string; role: string; [claim: string]: unknown };

/** The two handles on the database. Their names are meant to be impossible to confuse. */
export type Database = {
  /** Works as the caller in one transaction: role and claims are set for it alone, row policies apply. */
  asCaller<Result>(claims: CallerClaims, work: (query: Query) => Promise<Result>): Promise<Result>;
  /**
   * Works past every row policy in one transaction: where nobody is signed in, or, after the caller's right was asked
   * for, where a change touches what no person may write or read. docs/architecture.md names them.
   * @param purpose what for, in words; and the administrator's id, under which the audit log then files the act.
   */
  bypassingPolicies<Result>(purpose: BypassPurpose, work: (query: Query) => Promise<Result>): Promise<Result>;
};

/** Why policies are bypassed; `actor` names the administrator on whose behalf, for the audit log. */
export type BypassPurpose = { reason: string; actor?: string };

/** Both handles on one pool, whose login role owns the tables. */
export function createDatabase(pool: pg.Pool): Database {
  return {
    asCaller: (claims, work) =>
      inTransaction(pool, async (query) => {
        await query("select set_config('role', $1, true), set_config('request.jwt.claims', $2, true)", [
          claims.role,
          JSON.stringify(claims),
        ]);
        return work(query);
      }),
    bypassingPolicies: (purpose, work) =>
      inTransaction(pool, async (query) => {
        await query("select set_config('app.actor', $1, true), set_config('app.reason', $2, true)", [
          purpose.actor ?? "",
          purpose.reason,
        ]);
        return work(query);
      }),
  };
}

async function inTransaction<Result>(
  pool: pg.Pool,
  work: (query: Query) => Promise<Result>,
): Promise<Result> {
  const connection = await pool.connect();
  // A connection whose rollback fails is in an unknown state: it must not serve the next person.
  let broken: Error | undefined;
  try {
    await connection.query("begin");
    const result = await work(
      async (sql, values) => (await connection.query(sql, values ? [...values] : [])).rows,
    );
    await connection.query("commit");
    return result;
  } catch (cause) {
    // A database that did not answer will not answer a rollback either: the connection ends, and its work with it.
    if (isSilence(cause)) broken = cause;
    else
      await connection.query("rollback").catch((error: Error) => {
        broken = error;
      });
    throw cause;
  } finally {
    connection.release(broken);
  }
}

function isSilence(cause: unknown): cause is Error {
  return cause instanceof Error && /query read timeout/i.test(cause.message);
}
