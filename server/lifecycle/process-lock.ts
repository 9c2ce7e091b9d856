import pg from "pg";
import { queryRows } from "#server/database/query.ts";
import type { Logger } from "#server/observability/logger.ts";

/** Lets other processes on the same database detect that this process is running. */
export type ProcessLock = {
  /** Registers a worker as running until this process ends. */
  registerWorker(worker: string): Promise<void>;
  release(): Promise<void>;
};

/** Key of the advisory lock shared by all server processes on one database. */
const PRODUCT_LOCK = 4_207_701;
/** First key of a worker's advisory lock. The second key is the hash of the worker's name. */
export const WORKER_LOCK_CLASS = 4_207_702;
const RECONNECT_DELAY_MS = 2_000;

/**
 * Acquires a shared advisory lock on a dedicated connection. PostgreSQL releases it when the process ends, even after a
 * crash. If no other process is running, calls `releaseInterruptedWork` while processes that start at the same time
 * wait. Reconnects after a lost connection.
 */
export async function acquireProcessLock(
  connection: pg.ClientConfig,
  log: Logger,
  releaseInterruptedWork: () => Promise<void>,
): Promise<ProcessLock> {
  let isReleased = false;
  const workers: string[] = [];
  let client = await connect(connection);
  await lockProcess(client, releaseInterruptedWork);

  const reconnectOnError = (current: pg.Client) => {
    current.on("error", (error) => {
      if (isReleased) {
        return;
      }
      log.warn({ reason: error.message }, "process lock lost; reconnecting");
      reconnect();
    });
  };
  const reconnect = () => {
    setTimeout(async () => {
      if (isReleased) {
        return;
      }
      try {
        client = await connect(connection);
        reconnectOnError(client);
        await lockShared(client);
        for (const worker of workers) {
          await lockWorker(client, worker);
        }
      } catch {
        reconnect();
      }
    }, RECONNECT_DELAY_MS).unref();
  };
  reconnectOnError(client);
  return {
    async registerWorker(worker) {
      workers.push(worker);
      await lockWorker(client, worker);
    },
    async release() {
      isReleased = true;
      await client.end().catch(() => {});
    },
  };
}

async function lockProcess(client: pg.Client, releaseInterruptedWork: () => Promise<void>): Promise<void> {
  const [lock] = await queryRows(client, "select pg_try_advisory_lock($1) as alone", [PRODUCT_LOCK]);
  const isAlone = lock?.alone === true;
  if (isAlone) {
    await releaseInterruptedWork();
  }
  await lockShared(client);
  if (isAlone) {
    await queryRows(client, "select pg_advisory_unlock($1)", [PRODUCT_LOCK]);
  }
}

async function lockShared(client: pg.Client): Promise<void> {
  await queryRows(client, "select pg_advisory_lock_shared($1)", [PRODUCT_LOCK]);
}

async function lockWorker(client: pg.Client, worker: string): Promise<void> {
  await queryRows(client, "select pg_advisory_lock($1, hashtext($2))", [WORKER_LOCK_CLASS, worker]);
}

async function connect(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, keepAlive: true, application_name: "wardline process lock" });
  // Without a listener, a connection error would end the process.
  client.on("error", () => {});
  await client.connect();
  return client;
}
