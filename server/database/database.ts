import pg from "pg";
import { createQuery, type Query } from "#server/database/query.ts";

export type { Query };

/** Verified token claims, which the row policies read. */
export type CallerClaims = {
  sub: string;
  role: string;
  [claim: string]: unknown;
  /** The client that the request selects with the header `x-client-id`. Not a claim of the token. */
  selectedClientId?: string | undefined;
};

/** The two ways to access the database. Their names are deliberately hard to confuse. */
export type Database = {
  /** Runs `work` as the caller in one transaction. Row policies apply. */
  asCaller<Result>(claims: CallerClaims, work: (query: Query) => Promise<Result>): Promise<Result>;
  /**
   * Runs `work` without row policies in one transaction. Use it only without a signed-in user, or for data that no user
   * can access directly, after authorizing the caller. policy-bypasses.ts lists all calls.
   */
  bypassPolicies<Result>(options: BypassOptions, work: (query: Query) => Promise<Result>): Promise<Result>;
};

/** `reason` explains why policies are bypassed. `actor` is the administrator id to record in the audit log. */
export type BypassOptions = {
  reason: string;
  actor?: string;
  /**
   * Commits without waiting for the disk. Only for work that is repeated if a power failure loses it, such as jobs:
   * PostgreSQL never loses a transaction without losing all later ones, so the job's completion is lost too.
   */
  isRepeatable?: boolean;
  /** All queries see the data as of the first one. */
  isSnapshot?: boolean;
};

/** @param pool Must connect with the role that owns the tables. */
export function createDatabase(pool: pg.Pool): Database {
  return {
    asCaller: ({ selectedClientId, ...claims }, work) =>
      runInTransaction(pool, async (query) => {
        await query(
          `select set_config('role', $1, true), set_config('request.jwt.claims', $2, true),
                  set_config('request.headers', $3, true)`,
          [claims.role, JSON.stringify(claims), JSON.stringify({ "x-client-id": selectedClientId })],
        );
        return work(query);
      }),
    bypassPolicies: ({ reason, actor, isRepeatable = false, isSnapshot = false }, work) => {
      const settings = {
        "app.actor": actor ?? "",
        "app.reason": reason,
        ...(isRepeatable ? { synchronous_commit: "off" } : {}),
      };
      return runInTransaction(pool, work, beginWith(settings, isSnapshot));
    },
  };
}

/** Begins a transaction and sets local settings in one round trip, because most of these transactions are short. */
function beginWith(settings: Record<string, string>, isSnapshot: boolean): string {
  const calls = Object.entries(settings).map(
    ([name, value]) => `set_config(${pg.escapeLiteral(name)}, ${pg.escapeLiteral(value)}, true)`,
  );
  const begin = isSnapshot ? "begin isolation level repeatable read" : "begin";
  return `${begin}; select ${calls.join(", ")}`;
}

async function runInTransaction<Result>(
  pool: pg.Pool,
  work: (query: Query) => Promise<Result>,
  begin = "begin",
): Promise<Result> {
  const connection = await pool.connect();
  // A connection whose rollback fails is in an unknown state and must not be reused.
  let connectionError: Error | undefined;
  try {
    await connection.query(begin);
    const result = await work(createQuery(connection));
    await connection.query("commit");
    return result;
  } catch (error) {
    // After a timeout, a rollback would time out too. Closing the connection rolls back its transaction.
    if (isQueryTimeout(error)) {
      connectionError = error;
    } else {
      await connection.query("rollback").catch((rollbackError: Error) => {
        connectionError = rollbackError;
      });
    }
    throw error;
  } finally {
    connection.release(connectionError);
  }
}

function isQueryTimeout(error: unknown): error is Error {
  return error instanceof Error && /query read timeout/i.test(error.message);
}
