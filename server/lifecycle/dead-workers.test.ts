import { createTestDatabase } from "@wardline/embedded-supabase/test-support/test-database";
import { expect, test } from "vitest";
import { createDatabase } from "#server/database/database.ts";
import { jobs } from "#server/jobs/queue/queue.ts";
import { startWorker } from "#server/jobs/queue/worker.ts";
import { createDeadWorkerCheck } from "#server/lifecycle/dead-workers.ts";
import { acquireProcessLock } from "#server/lifecycle/process-lock.ts";
import { createLogger } from "#server/observability/logger.ts";

test("unlocks the jobs of a dead process at the second check, but not those of a running process", async () => {
  const { connection, pool } = await createTestDatabase();
  const database = createDatabase(pool);
  const log = createLogger("silent");
  const startProcess = (worker: string) =>
    acquireProcessLock(connection, log, async () => {}).then(async (processLock) => {
      await processLock.registerWorker(worker);
      return processLock;
    });
  const runningLock = await startProcess("running-worker");
  const deadLock = await startProcess("dead-worker");
  for (const [id, worker] of [
    ["1", "running-worker"],
    ["2", "dead-worker"],
  ]) {
    await database.bypassPolicies({ reason: "test" }, (query) => jobs.add(query, "send-email", { id }));
    await pool.query(
      `update graphile_worker._private_jobs set locked_by = $1, locked_at = now(), attempts = 1 where locked_by is null`,
      [worker],
    );
  }
  const readLockHolders = async () => {
    const { rows } = await pool.query("select locked_by from graphile_worker.jobs order by id");
    return rows.map((row) => row.locked_by);
  };

  const checkWorkers = createDeadWorkerCheck(database, log);
  await checkWorkers();
  await checkWorkers();
  expect(await readLockHolders()).toEqual(["running-worker", "dead-worker"]);

  await deadLock.release();
  await expect.poll(() => isRegistered(pool, "dead-worker")).toBe(false);
  await checkWorkers();
  expect(await readLockHolders()).toEqual(["running-worker", "dead-worker"]);
  await checkWorkers();
  expect(await readLockHolders()).toEqual(["running-worker", null]);
  await runningLock.release();
});

test("locks jobs under the names that startWorker returns", async () => {
  const { pool } = await createTestDatabase();
  const lockHolders = new Set<string>();
  const recordLockHolders = async () => {
    const { rows } = await pool.query(
      "select locked_by from graphile_worker.jobs where locked_by is not null",
    );
    for (const { locked_by } of rows) {
      lockHolders.add(locked_by);
    }
  };
  const worker = await startWorker({
    pool,
    crontab: "",
    log: createLogger("silent"),
    tasks: { "send-email": recordLockHolders, "run-sync": recordLockHolders },
  });
  await createDatabase(pool).bypassPolicies({ reason: "test" }, async (query) => {
    await jobs.add(query, "send-email", {});
    await jobs.add(query, "run-sync", {});
  });
  await expect.poll(() => [...lockHolders].sort()).toEqual([...worker.names].sort());
  await worker.stop();
});

test("keeps the worker running and the job queued if the database connection breaks right after a job fails", async () => {
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
        throw new Error("the mail server is unreachable");
      },
    },
  });
  await database.bypassPolicies({ reason: "test" }, (query) => jobs.add(query, "send-email", {}));
  const readJobStatus = async () =>
    (await pool.query("select last_error, locked_at from graphile_worker.jobs")).rows[0];
  await expect
    .poll(readJobStatus, { timeout: 15_000 })
    .toEqual({ last_error: "the mail server is unreachable", locked_at: null });
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
