import pg from "pg";
import { ConfigurationError } from "#server/config.ts";
import { enforceTimeBudget } from "#server/database/time-budget.ts";
import { getRequestTimeBudget } from "#server/observability/execution-context.ts";
import type { Logger } from "#server/observability/logger.ts";

const MAX_CONNECTIONS = 20;
const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 8_000;
const LOCK_TIMEOUT_MS = 4_000;
const IDLE_TRANSACTION_TIMEOUT_MS = 30_000;

/** Opens the process's only pool. A lost connection is logged and replaced. */
export function openPool(connection: pg.PoolConfig, log: Logger): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    max: MAX_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: LOCK_TIMEOUT_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_TIMEOUT_MS,
    application_name: "wardline",
    // Without a client-side timeout, an unreachable database would block a request forever.
    query_timeout: STATEMENT_TIMEOUT_MS + 1_000,
    keepAlive: true,
  });
  // The database also ends connections while the pool closes, which is expected and not logged.
  const logLostConnection = (error: Error) => {
    if (!pool.ending) {
      log.warn({ reason: error.message }, "database connection lost");
    }
  };
  pool.on("error", logLostConnection);
  pool.on("connect", (client) => client.on("error", logLostConnection));
  return enforceTimeBudget(pool, getRequestTimeBudget);
}

/** @throws {ConfigurationError} with a one-line message when the external database cannot be reached. */
export async function assertReachable(pool: pg.Pool): Promise<void> {
  try {
    await pool.query("select 1");
  } catch (error) {
    throw new ConfigurationError(`DATABASE_URL: the database cannot be reached (${describeError(error)})`, {
      cause: error,
    });
  }
}

function describeError(error: unknown): string {
  if (!(error instanceof Error)) {
    return "unknown reason";
  }
  // When several addresses fail, Node's AggregateError has an empty message.
  const code = "code" in error && typeof error.code === "string" ? error.code : "";
  return error.message.split("\n")[0] || code || error.name;
}
