import { createTestDatabase } from "@wardline/embedded-supabase/test-support/test-database";
import { expect, test } from "vitest";
import { createDatabase } from "#server/database/database.ts";
import { jobs } from "#server/jobs/queue/queue.ts";
import { releaseInterruptedWork } from "./interrupted-work.ts";

const NOW = new Date("2026-03-02T10:00:00Z");

test.each([
  "queued",
  "running",
])("unlocks jobs of a killed process and resumes its %s sync at most three times", async (status) => {
  const { pool } = await createTestDatabase();
  const database = createDatabase(pool);
  await database.bypassPolicies({ reason: "test" }, (query) => jobs.add(query, "send-email", { id: "1" }));
  const lockedJobs = "graphile_worker._private_jobs";
  await pool.query(
    `update ${lockedJobs} set locked_by = 'worker-of-a-dead-process', locked_at = now(), attempts = 1`,
  );
  await pool.query("insert into private.sync_runs (cause, status) values ('button', $1)", [status]);

  for (let time = 1; time <= 3; time += 1) {
    await releaseInterruptedWork(database, jobs, NOW);
    expect((await pool.query("select status, resumed, error from private.sync_runs")).rows).toEqual([
      { status: "queued", resumed: time, error: null },
    ]);
  }
  expect(
    (await pool.query("select task_identifier as task, locked_by from graphile_worker.jobs order by id"))
      .rows,
  ).toEqual([
    { task: "send-email", locked_by: null },
    ...Array.from({ length: 3 }, () => ({ task: "run-sync", locked_by: null })),
  ]);

  await releaseInterruptedWork(database, jobs, NOW);
  expect((await pool.query("select status, error, finished_at from private.sync_runs")).rows).toEqual([
    { status: "failed", error: "The sync was interrupted.", finished_at: NOW },
  ]);
});

test("does not resume a sync if loading the demo data was interrupted", async () => {
  const { pool } = await createTestDatabase();
  await pool.query("insert into private.installation_state (key, value) values ('demo', '\"loading\"')");
  await pool.query("insert into private.sync_runs (cause, status) values ('button', 'running')");
  await releaseInterruptedWork(createDatabase(pool), jobs, NOW);
  expect((await pool.query("select status from private.sync_runs")).rows).toEqual([{ status: "failed" }]);
});
