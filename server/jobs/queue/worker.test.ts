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

let sql: TestDatabase["pool"];
beforeEach(async () => {
  ({ pool: sql } = await createTestDatabase());
});

const add = (...names: JobName[]) =>
  createDatabase(sql).bypassPolicies({ reason: "test" }, async (query) => {
    for (const name of names) {
      await jobs.add(query, name, {});
    }
  });

const start = (tasks: Partial<Record<JobName, JobHandler>>) =>
  startWorker({ pool: sql, crontab: "", log: createLogger("silent"), tasks, abortAfterMs: 50 });

test("runs webhook events and requested syncs before scheduled jobs and email queued earlier", async () => {
  await add("announce-messages", "send-email");
  await add("process-webhook-event", "run-sync");
  const { rows } = await sql.query(
    "select task_identifier as name from graphile_worker.jobs order by priority, run_at, id",
  );
  expect(rows.map(({ name }) => name)).toEqual([
    "process-webhook-event",
    "run-sync",
    "announce-messages",
    "send-email",
  ]);
});

test("keeps processing other jobs while emails hang, and aborts the emails when the worker stops", async () => {
  const hang: JobHandler = (_, attempt) =>
    new Promise((_resolve, reject) =>
      attempt?.stopping?.addEventListener("abort", () => reject(new Error("stopped"))),
    );
  let processed = 0;
  const worker = await start({
    "send-email": hang,
    "process-webhook-event": async () => {
      processed += 1;
    },
  });
  await add(...Array<JobName>(6).fill("send-email"));
  const running = "select count(*)::integer as emails from graphile_worker.jobs where locked_by is not null";
  await expect.poll(async () => (await sql.query(running)).rows).toEqual([{ emails: 4 }]);
  await add("process-webhook-event");
  await expect.poll(() => processed).toBe(1);
  await worker.stop();
  const released = `select count(*)::integer as emails from graphile_worker.jobs
                  where locked_by is null and last_error = 'stopped' and attempts = 1`;
  // The library records the outcome of a job asynchronously.
  await expect.poll(async () => (await sql.query(released)).rows).toEqual([{ emails: 4 }]);
});
