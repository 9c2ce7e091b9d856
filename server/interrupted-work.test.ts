import { expect, test } from "vitest";
import { createDatabase } from "#server/database.ts";
import { jobs } from "#server/jobs/queue.ts";
import { aDatabase } from "#tests/support/database.ts";
import { releaseInterruptedWork } from "./interrupted-work.ts";

const NOW = new Date("2026-03-02T10:00:00Z");

test.each([
  "queued",
  "running",
])("a job held by a killed process is free again, and its %s sync goes on, three times at most", async (state) => {
  const { pool } = await aDatabase();
  const database = createDatabase(pool);
  await database.bypassingPolicies({ reason: "test" }, (query) => jobs.add(query, "send-mail", { id: "1" }));
  const held = "graphile_worker._private_jobs";
  await pool.query(
    `update ${held} set locked_by = 'worker-of-a-dead-process', locked_at = now(), attempts = 1`,
  );
  await pool.query("insert into private.sync_runs (cause, state) values ('button', $1)", [state]);

  for (let time = 1; time <= 3; time += 1) {
    await releaseInterruptedWork(database, jobs, NOW);
    expect((await pool.query("select state, resumed, error from private.sync_runs")).rows).toEqual([
      { state: "queued", resumed: time, error: null },
    ]);
  }
  expect(
    (await pool.query("select task_identifier as task, locked_by from graphile_worker.jobs order by id"))
      .rows,
  ).toEqual([
    { task: "send-mail", locked_by: null },
    ...Array.from({ length: 3 }, () => ({ task: "run-sync", locked_by: null })),
  ]);

  await releaseInterruptedWork(database, jobs, NOW);
  expect((await pool.query("select state, error, finished_at from private.sync_runs")).rows).toEqual([
    { state: "failed", error: "The synchronization was interrupted.", finished_at: NOW },
  ]);
});

test("a sync of a demonstration that was killed while it was loaded is left to its next start", async () => {
  const { pool } = await aDatabase();
  await pool.query("insert into private.settings (key, value) values ('demonstration', '\"loading\"')");
  await pool.query("insert into private.sync_runs (cause, state) values ('button', 'running')");
  await releaseInterruptedWork(createDatabase(pool), jobs, NOW);
  expect((await pool.query("select state from private.sync_runs")).rows).toEqual([{ state: "failed" }]);
});
