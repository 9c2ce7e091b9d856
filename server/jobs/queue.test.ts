import { beforeEach, expect, test } from "vitest";
import { createDatabase } from "#server/database.ts";
import type { Job } from "#server/jobs/job.ts";
import { jobs, startWorker } from "#server/jobs/queue.ts";
import { createLog } from "#server/log.ts";
import { aDatabase, type TestDatabase } from "#tests/support/database.ts";

let sql: TestDatabase["pool"];
beforeEach(async () => {
  ({ pool: sql } = await aDatabase());
});

const add = (...names: string[]) =>
  createDatabase(sql).bypassingPolicies({ reason: "test" }, async (query) => {
    for (const name of names) await jobs.add(query, name, {});
  });

const worker = (tasks: Record<string, Job>) =>
  startWorker({ pool: sql, crontab: "", log: createLog("silent"), tasks, askToEndAfterMs: 50 });

test("what Square tells and a sync somebody asked for are due before schedules and mail that came earlier", async () => {
  await add("announce-messages", "send-mail");
  await add("process-webhook-event", "run-sync");
  const { rows } = await sql.query(
    "select task_identifier as name from graphile_worker.jobs order by priority, run_at, id",
  );
  expect(rows.map(({ name }) => name)).toEqual([
    "process-webhook-event",
    "run-sync",
    "announce-messages",
    "send-mail",
  ]);
});

test("mails that hang hold up nothing but mail, and come to an end when the worker stops", async () => {
  const hanging: Job = (_, tries) =>
    new Promise((_over, reject) =>
      tries?.stopping?.addEventListener("abort", () => reject(new Error("stopped"))),
    );
  let heard = 0;
  const running = await worker({
    "send-mail": hanging,
    "process-webhook-event": async () => {
      heard += 1;
    },
  });
  await add(...Array<string>(6).fill("send-mail"));
  const held = "select count(*)::integer as mails from graphile_worker.jobs where locked_by is not null";
  await expect.poll(async () => (await sql.query(held)).rows).toEqual([{ mails: 4 }]);
  await add("process-webhook-event");
  await expect.poll(() => heard).toBe(1);
  await running.stop();
  const given = `select count(*)::integer as mails from graphile_worker.jobs
                  where locked_by is null and last_error = 'stopped' and attempts = 1`;
  // The library writes down how a job ended without waiting for it.
  await expect.poll(async () => (await sql.query(given)).rows).toEqual([{ mails: 4 }]);
});
