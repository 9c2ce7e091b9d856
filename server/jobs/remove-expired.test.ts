import { expect, test } from "vitest";
import { createDatabase } from "#server/database.ts";
import { jobs } from "#server/jobs/queue.ts";
import { aDatabase } from "#tests/support/database.ts";
import { removeExpired } from "./remove-expired.ts";

test("runs of schedules that were given up are forgotten; what may still run, and other jobs, stay", async () => {
  const { pool } = await aDatabase();
  const database = createDatabase(pool);
  const aJob = async (name: string, key: string, change: string) => {
    await database.bypassingPolicies({ reason: "test" }, (query) => jobs.add(query, name, {}, { key }));
    await pool.query(`update graphile_worker._private_jobs set ${change} where key = $1`, [key]);
  };
  await aJob("sweep-files", "given up", "attempts = max_attempts");
  await aJob("sweep-files", "running", "attempts = max_attempts, locked_at = now(), locked_by = 'w'");
  await aJob("sweep-files", "tried again", "attempts = 1");
  await aJob("send-mail", "mail", "attempts = max_attempts");
  await removeExpired({ database, now: () => new Date() }, async () => {})({});
  const { rows } = await pool.query("select key from graphile_worker.jobs order by key");
  expect(rows.map(({ key }) => key)).toEqual(["mail", "running", "tried again"]);
});
