import pg from "pg";
import { ConfigurationError } from "#server/config.ts";
import { hurry } from "#server/database-time.ts";
import type { Logger } from "#server/log.ts";
import { databaseTimeOfRequest } from "#server/work-context.ts";

const MOST_CONNECTIONS = 20;
const CONNECT_WITHIN_MS = 5_000;
const STATEMENT_WITHIN_MS = 8_000;
const LOCK_WITHIN_MS = 4_000;
const IDLE_TRANSACTION_MS = 30_000;

/** Opens the one pool of this process. A connection that breaks is logged and replaced. */
export function openPool(connection: pg.PoolConfig, log: Logger): pg.Pool {
  const pool = new pg.Pool({
    ...connection,
    max: MOST_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_WITHIN_MS,
    statement_timeout: STATEMENT_WITHIN_MS,
    lock_timeout: LOCK_WITHIN_MS,
    idle_in_transaction_session_timeout: IDLE_TRANSACTION_MS,
    application_name: "wardline",
    // A black-holed database must not hold a request for ever.
    query_timeout: STATEMENT_WITHIN_MS + 1_000,
    keepAlive: true,
  });
  // While we close, the server ends connections that are on their way out: no news.
  const tell = (cause: Error) => {
    if (!pool.ending) log.warn({ reason: cause.message }, "database connection lost");
  };
  pool.on("error", tell);
  pool.on("connect", (client) => client.on("error", tell));
  return hurry(pool, databaseTimeOfRequest);
}

/** @throws ConfigurationError in one line when the external database cannot be reached. */
export async function assertReachable(pool: pg.Pool): Promise<void> {
  try {
    await pool.query("select 1");
  } catch (cause) {
    throw new ConfigurationError(`DATABASE_URL: the database cannot be reached (${reasonOf(cause)})`, {
      cause,
    });
  }
}

function reasonOf(cause: unknown): string {
  if (!(cause instanceof Error)) return "unknown reason";
  // Node reports several failed addresses at once with an empty message of its own.
  const code = "code" in cause && typeof cause.code === "string" ? cause.code : "";
  return cause.message.split("\n")[0] || code || cause.name;
}
