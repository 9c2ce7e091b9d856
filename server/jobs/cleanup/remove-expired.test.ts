import { createTestDatabase } from "@wardline/embedded-supabase/test-support/test-database";
import { expect, test } from "vitest";
import { createDatabase } from "#server/database/database.ts";
import type { JobName } from "#server/jobs/queue/job.ts";
import { jobs } from "#server/jobs/queue/queue.ts";
import { createRemoveExpiredJob } from "./remove-expired.ts";

test("removes permanently failed scheduled jobs, and keeps retrying, running and on-demand jobs", async () => {
  const { pool } = await createTestDatabase();
  const database = createDatabase(pool);
  const addJob = async (name: JobName, key: string, assignments: string) => {
    await database.bypassPolicies({ reason: "test" }, (query) => jobs.add(query, name, {}, { key }));
    await pool.query(`update graphile_worker._private_jobs set ${assignments} where key = $1`, [key]);
  };
  await addJob("sweep-files", "failed", "attempts = max_attempts");
  await addJob("sweep-files", "running", "attempts = max_attempts, locked_at = now(), locked_by = 'w'");
  await addJob("sweep-files", "retried", "attempts = 1");
  await addJob("send-email", "mail", "attempts = max_attempts");
  await createRemoveExpiredJob({ database, now: () => new Date() }, async () => {})({});
  const { rows } = await pool.query("select key from graphile_worker.jobs order by key");
  expect(rows.map(({ key }) => key)).toEqual(["mail", "retried", "running"]);
});

test("removes announcements older than 60 days, whose events are too old to be announced again", async () => {
  const { pool } = await createTestDatabase();
  await pool.query(
    `insert into private.announcements (key, announced_at)
     values ('old', now() - interval '61 days'), ('recent', now() - interval '59 days')`,
  );
  await createRemoveExpiredJob({ database: createDatabase(pool), now: () => new Date() }, async () => {})({});
  const { rows } = await pool.query("select key from private.announcements");
  expect(rows).toEqual([{ key: "recent" }]);
});
