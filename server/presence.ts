import pg from "pg";
import type { Logger } from "#server/log.ts";

/** That this process lives, as every other process on the same database can see. */
export type Presence = {
  /** Shows that the worker of that name lives, too, for as long as the process does. */
  vouchFor(worker: string): Promise<void>;
  end(): Promise<void>;
};

/** One number for all processes of the product on one database. */
const PRODUCT_LOCK = 4_207_701;
/** The first of two numbers that are a worker's; the second comes from its name. */
export const WORKER_LOCKS = 4_207_702;
const AGAIN_AFTER_MS = 2_000;

/**
 * Holds a shared advisory lock on a connection of its own for as long as the process lives; PostgreSQL lets go of it
 * when the process dies, however it dies. Who finds nobody else there first releases what the dead still hold, and
 * others that come at that moment wait. A connection that breaks is made again.
 */
export async function announcePresence(
  connection: pg.ClientConfig,
  log: Logger,
  releaseTheDead: () => Promise<void>,
): Promise<Presence> {
  let isOver = false;
  const workers: string[] = [];
  let client = await connected(connection);
  await comeIn(client, releaseTheDead);

  const keep = (kept: pg.Client) => {
    kept.on("error", (cause) => {
      if (isOver) return;
      log.warn({ reason: cause.message }, "presence lost; announcing it again");
      comeAgain();
    });
  };
  const comeAgain = () => {
    setTimeout(async () => {
      if (isOver) return;
      try {
        client = await connected(connection);
        keep(client);
        await share(client);
        for (const worker of workers) await lockWorker(client, worker);
      } catch {
        comeAgain();
      }
    }, AGAIN_AFTER_MS).unref();
  };
  keep(client);
  return {
    async vouchFor(worker) {
      workers.push(worker);
      await lockWorker(client, worker);
    },
    async end() {
      isOver = true;
      await client.end().catch(() => {});
    },
  };
}

async function comeIn(client: pg.Client, releaseTheDead: () => Promise<void>): Promise<void> {
  const { rows } = await client.query<{ alone: boolean }>("select pg_try_advisory_lock($1) as alone", [
    PRODUCT_LOCK,
  ]);
  const isAlone = rows[0]?.alone === true;
  if (isAlone) await releaseTheDead();
  await share(client);
  if (isAlone) await client.query("select pg_advisory_unlock($1)", [PRODUCT_LOCK]);
}

async function share(client: pg.Client): Promise<void> {
  await client.query("select pg_advisory_lock_shared($1)", [PRODUCT_LOCK]);
}

async function lockWorker(client: pg.Client, worker: string): Promise<void> {
  await client.query("select pg_advisory_lock($1, hashtext($2))", [WORKER_LOCKS, worker]);
}

async function connected(connection: pg.ClientConfig): Promise<pg.Client> {
  const client = new pg.Client({ ...connection, keepAlive: true, application_name: "wardline presence" });
  // A connection that breaks while it is being made must not end the process.
  client.on("error", () => {});
  await client.connect();
  return client;
}
