import {
  createTestDatabase,
  type TestDatabase,
} from "@wardline/embedded-supabase/test-support/test-database";
import { beforeEach, expect, test } from "vitest";
import { createDatabase } from "#server/database/database.ts";
import type { JobHandler, JobName } from "#server/jobs/queue/job.ts";
import { jobs } from "#server/jobs/queue/queue.ts";
import { startWorker } from "#server/jobs/queue/worker.ts";
import { createLogger } from "#server/observability/logger.ts";

let pool: TestDatabase["pool"];
beforeEach(async () => {
  ({ pool } = await createTestDatabase());
});

const addJobs = (...names: JobName[]) =>
  createDatabase(pool).bypassPolicies({ reason: "test" }, async (query) => {
    for (const name of names) {
      await jobs.add(query, name, {});
    }
  });

const startTestWorker = (tasks: Partial<Record<JobName, JobHandler>>) =>
  startWorker({ pool, crontab: "", log: createLogger("silent"), tasks, abortAfterMs: 50 });

test("runs webhook events and user-initiated syncs before scheduled jobs and emails queued earlier", async () => {
  await addJobs("announce-messages", "send-email");
  await addJobs("process-webhook-event", "run-sync");
  const { rows } = await pool.query(
    "select task_identifier as name from graphile_worker.jobs order by priority, run_at, id",
  );
  expect(rows.map(({ name }) => name)).toEqual([
    "process-webhook-event",
    "run-sync",
    "announce-messages",
    "send-email",
  ]);
});

test("a sync and webhook events start while all workers for other jobs are busy", async () => {
  const shutdownSignals: (AbortSignal | undefined)[] = [];
  const hangUntilShutdown: JobHandler = (_, attempt) => {
    shutdownSignals.push(attempt?.shutdownSignal);
    return new Promise((_resolve, reject) =>
      attempt?.shutdownSignal?.addEventListener("abort", () => reject(new Error("stopped"))),
    );
  };
  const started: JobName[] = [];
  const worker = await startTestWorker({
    "scan-documents": hangUntilShutdown,
    "run-sync": async () => {
      started.push("run-sync");
    },
    "process-webhook-event": async () => {
      started.push("process-webhook-event");
    },
  });
  await addJobs(...Array<JobName>(5).fill("scan-documents"));
  await expect.poll(() => shutdownSignals.length).toBe(3);
  await addJobs("run-sync", "process-webhook-event");
  await expect.poll(() => started.toSorted()).toEqual(["process-webhook-event", "run-sync"]);
  await worker.stop();
  expect(shutdownSignals.every((signal) => signal?.aborted)).toBe(true);
});

test("keeps processing other jobs while emails hang, and aborts the emails when the worker stops", async () => {
  const hangUntilAborted: JobHandler = (_, attempt) =>
    new Promise((_resolve, reject) =>
      attempt?.stopSignal?.addEventListener("abort", () => reject(new Error("stopped"))),
    );
  let processedCount = 0;
  const worker = await startTestWorker({
    "send-email": hangUntilAborted,
    "process-webhook-event": async () => {
      processedCount += 1;
    },
  });
  await addJobs(...Array<JobName>(6).fill("send-email"));
  const runningEmailsQuery =
    "select count(*)::integer as emails from graphile_worker.jobs where locked_by is not null";
  await expect.poll(async () => (await pool.query(runningEmailsQuery)).rows).toEqual([{ emails: 4 }]);
  await addJobs("process-webhook-event");
  await expect.poll(() => processedCount).toBe(1);
  await worker.stop();
  const releasedEmailsQuery = `select count(*)::integer as emails from graphile_worker.jobs
                  where locked_by is null and last_error = 'stopped' and attempts = 1`;
  // Poll, because graphile-worker records job outcomes asynchronously.
  await expect.poll(async () => (await pool.query(releasedEmailsQuery)).rows).toEqual([{ emails: 4 }]);
});
