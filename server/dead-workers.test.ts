import { expect, test } from "vitest";
import { createDatabase } from "#server/database.ts";
import { deadWorkerWatch } from "#server/dead-workers.ts";
import { jobs, startWorker } from "#server/jobs/queue.ts";
import { createLog } from "#server/log.ts";
import { announcePresence } from "#server/presence.ts";
import { aDatabase } from "#tests/support/database.ts";

test("a job of a process that died beside a living one is free at the second look, and the living one's stays", async () => {
  const { connection, pool } = await aDatabase();
  const database = createDatabase(pool);
  const log = createLog("silent");
  const come = (worker: string) =>
    announcePresence(connection, log, async () => {}).then(async (presence) => {
      await presence.vouchFor(worker);
      return presence;
    });
  const living = await come("the living one");
  const dying = await come("the dying one");
  for (const [id, worker] of [
    ["1", "the living one"],
    ["2", "the dying one"],
  ]) {
    await database.bypassingPolicies({ reason: "test" }, (query) => jobs.add(query, "send-mail", { id }));
    await pool.query(
      `update graphile_worker._private_jobs set locked_by = $1, locked_at = now(), attempts = 1 where locked_by is null`,
      [worker],
    );
  }
  const holders = async () => {
    const { rows } = await pool.query("select locked_by from graphile_worker.jobs order by id");
    return rows.map((row) => row.locked_by);
  };

  const look = deadWorkerWatch(database, log);
  await look();
  await look();
  expect(await holders()).toEqual(["the living one", "the dying one"]);

  await dying.end();
  await expect.poll(() => isVouchedFor(pool, "the dying one")).toBe(false);
  await look();
  expect(await holders()).toEqual(["the living one", "the dying one"]);
  await look();
  expect(await holders()).toEqual(["the living one", null]);
  await living.end();
});

test("a worker keeps its jobs under the names it tells", async () => {
  const { pool } = await aDatabase();
  const holders = new Set<string>();
  const look = async () => {
    const { rows } = await pool.query(
      "select locked_by from graphile_worker.jobs where locked_by is not null",
    );
    for (const { locked_by } of rows) holders.add(locked_by);
  };
  const worker = await startWorker({
    pool,
    crontab: "",
    log: createLog("silent"),
    tasks: { "send-mail": look, "run-sync": look },
  });
  await createDatabase(pool).bypassingPolicies({ reason: "test" }, async (query) => {
    await jobs.add(query, "send-mail", {});
    await jobs.add(query, "run-sync", {});
  });
  await expect.poll(() => [...holders].sort()).toEqual([...worker.names].sort());
  await worker.stop();
});

test("a database that goes away just when a job has failed costs neither the worker nor the job", async () => {
  const { pool } = await aDatabase();
  const database = createDatabase(pool);
  const worker = await startWorker({
    pool,
    crontab: "",
    log: createLog("silent"),
    tasks: {
      "send-mail": async () => {
        // Whoever uses a connection of the pool next finds it dead.
        await pool.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
        );
        throw new Error("the mail server is away");
      },
    },
  });
  await database.bypassingPolicies({ reason: "test" }, (query) => jobs.add(query, "send-mail", {}));
  const noted = async () =>
    (await pool.query("select last_error, locked_at from graphile_worker.jobs")).rows[0];
  await expect
    .poll(noted, { timeout: 15_000 })
    .toEqual({ last_error: "the mail server is away", locked_at: null });
  expect(worker.isRunning()).toBe(true);
  await worker.stop();
});

async function isVouchedFor(pool: Awaited<ReturnType<typeof aDatabase>>["pool"], worker: string) {
  const { rows } = await pool.query(
    `select exists (select from pg_locks where locktype = 'advisory' and granted
                      and objid = (hashtext($1)::bigint & 4294967295)::oid) as held`,
    [worker],
  );
  return rows[0]?.held;
}
