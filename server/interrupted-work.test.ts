import { expect, test } from "vitest";
import { createDatabase } from "#server/database.ts";
import { jobs } from "#server/jobs/queue.ts";
import { aDatabase } from "#tests/support/database.ts";
import { releaseInterruptedWork } from "./interrupted-work.ts";

const NOW = new Date("2026-03-02T10:00:00Z");

test.each([
  "queued",
  "running",
])("a job held by a killed process is free again, and its %s sync is reported as interrupted", async (state) => {
  const { pool } = await aDatabase();
  const database = createDatabase(pool);
  await database.bypassingPolicies({ reason: "test" }, (query) => jobs.add(query, "send-mail", { id: "1" }));
  const held = "graphile_worker._private_jobs";
  await pool.query(
    `update ${held} set locked_by = 'worker-of-a-dead-process', locked_at = now(), attempts = 1`,
  );
  await pool.query("insert into private.sync_runs (cause, state) values ('button', $1)", [state]);

  await releaseInterruptedWork(database, NOW);

  expect((await pool.query("select locked_by from graphile_worker.jobs")).rows).toEqual([
    { locked_by: null },
  ]);
  expect((await pool.query("select state, error, finished_at from private.sync_runs")).rows).toEqual([
    { state: "failed", error: "The synchronization was interrupted.", finished_at: NOW },
  ]);
});
