import { createTestDatabase } from "@wardline/embedded-supabase/test-support/test-database";
import { expect, test } from "vitest";
import { createDatabase } from "#server/database/database.ts";
import { jobs } from "#server/jobs/queue/queue.ts";
import { startWorker } from "#server/jobs/queue/worker.ts";
import { createDeadWorkerCheck } from "#server/lifecycle/dead-workers.ts";
import { acquireProcessLock } from "#server/lifecycle/process-lock.ts";
import { createLogger } from "#server/observability/logger.ts";

test("unlocks jobs of a dead process at the second check and keeps those of a running one", async () => {
  const { connection, pool } = await createTestDatabase();
  const database = createDatabase(pool);
  const log = createLogger("silent");
  const startProcess = (worker: string) =>
    acquireProcessLock(connection, log, async () => {}).then(async (presence) => {
      await presence.registerWorker(worker);
      return presence;
    });
  const running = await startProcess("the living one");
  const dead = await startProcess("the dying one");
  for (const [id, worker] of [
    ["1", "the living one"],
    ["2", "the dying one"],
  ]) {
    await database.bypassPolicies({ reason: "test" }, (query) => jobs.add(query, "send-email", { id }));
    await pool.query(
      `update graphile_worker._private_jobs set locked_by = $1, locked_at = now(), attempts = 1 where locked_by is null`,
      [worker],
    );
  }
  const holders = async () => {
    const { rows } = await pool.query("select locked_by from graphile_worker.jobs order by id");
    return rows.map((row) => row.locked_by);
  };

  const checkWorkers = createDeadWorkerCheck(database, log);
  await checkWorkers();
  await checkWorkers();
  expect(await holders()).toEqual(["the living one", "the dying one"]);

  await dead.release();
  await expect.poll(() => isRegistered(pool, "the dying one")).toBe(false);
  await checkWorkers();
  expect(await holders()).toEqual(["the living one", "the dying one"]);
  await checkWorkers();
  expect(await holders()).toEqual(["the living one", null]);
  await running.release();
});

test("locks jobs under the worker names it reports", async () => {
  const { pool } = await createTestDatabase();
  const holders = new Set<string>();
  const look = async () => {
    const { rows } = await pool.query(
      "select locked_by from graphile_worker.jobs where locked_by is not null",
    );
    for (const { locked_by } of rows) {
      holders.add(locked_by);
    }
  };
  const worker = await startWorker({
    pool,
    crontab: "",
    log: createLogger("silent"),
    tasks: { "send-email": look, "run-sync": look },
  });
  await createDatabase(pool).bypassPolicies({ reason: "test" }, async (query) => {
    await jobs.add(query, "send-email", {});
    await jobs.add(query, "run-sync", {});
  });
  await expect.poll(() => [...holders].sort()).toEqual([...worker.names].sort());
  await worker.stop();
});

test("keeps worker and job when the database is lost just after a job failed", async () => {
  const { pool } = await createTestDatabase();
  const database = createDatabase(pool);
  const worker = await startWorker({
    pool,
    crontab: "",
    log: createLogger("silent"),
    tasks: {
      "send-email": async () => {
        // The next use of a pooled connection fails.
        await pool.query(
          "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()",
        );
        throw new Error("the mail server is away");
      },
    },
  });
  await database.bypassPolicies({ reason: "test" }, (query) => jobs.add(query, "send-email", {}));
  const readJobStatus = async () =>
    (await pool.query("select last_error, locked_at from graphile_worker.jobs")).rows[0];
  await expect
    .poll(readJobStatus, { timeout: 15_000 })
    .toEqual({ last_error: "the mail server is away", locked_at: null });
  expect(worker.isRunning()).toBe(true);
  await worker.stop();
});

async function isRegistered(pool: Awaited<ReturnType<typeof createTestDatabase>>["pool"], worker: string) {
  const { rows } = await pool.query(
    `select exists (select from pg_locks where locktype = 'advisory' and granted
                      and objid = (hashtext($1)::bigint & 4294967295)::oid) as held`,
    [worker],
  );
  return rows[0]?.held;
}
