import { createTestDatabase } from "@wardline/embedded-supabase/test-support/test-database";
import { expect, test } from "vitest";
import { createDatabase } from "#server/database/database.ts";
import { ApiError } from "#server/http/errors.ts";
import type { JobHandler, JobName } from "#server/jobs/queue/job.ts";
import { jobs } from "#server/jobs/queue/queue.ts";
import { startWorker } from "#server/jobs/queue/worker.ts";
import { createLogger } from "#server/observability/logger.ts";
import { getFailureMessage } from "./failure-message.ts";

test("records every run of scheduled jobs, but only failed runs of other jobs", async () => {
  const { pool } = await createTestDatabase();
  const log = createLogger("silent");
  const attempts: string[] = [];
  let shouldFail = true;
  const createHandler =
    (name: string): JobHandler =>
    async (_, attempt) => {
      attempts.push(`${name}:${attempt?.isLast}`);
      if (shouldFail) {
        throw Object.assign(new Error("secret table users"), { code: "ECONNREFUSED" });
      }
    };
  const worker = await startWorker({
    pool,
    log,
    crontab: "0 0 29 2 * remove-expired",
    tasks: { "remove-expired": createHandler("remove-expired"), "run-sync": createHandler("run-sync") },
  });
  const addJob = (name: JobName) =>
    createDatabase(pool).bypassPolicies({ reason: "test" }, (query) =>
      jobs.add(query, name, {}, { maxAttempts: 1 }),
    );
  const readRuns = async () =>
    (
      await pool.query(
        `select name, outcome, failure, succeeded_at is not null as succeeded from private.job_runs order by name`,
      )
    ).rows;
  const failure = "A required server refused the connection.";
  await addJob("remove-expired");
  await addJob("run-sync");
  await expect.poll(readRuns).toEqual([
    { name: "remove-expired", outcome: "failed", failure, succeeded: false },
    { name: "run-sync", outcome: "failed", failure, succeeded: false },
  ]);
  expect(attempts.sort()).toEqual(["remove-expired:true", "run-sync:true"]);
  shouldFail = false;
  await addJob("run-sync");
  await addJob("remove-expired");
  await expect.poll(readRuns).toEqual([
    { name: "remove-expired", outcome: "succeeded", failure, succeeded: true },
    { name: "run-sync", outcome: "failed", failure, succeeded: false },
  ]);
  await worker.stop();
});

test("returns API error messages and messages for known codes, and hides everything else", () => {
  const messageForError = (message: string, code?: string) =>
    getFailureMessage(Object.assign(new Error(message), { code }));
  expect(getFailureMessage(new ApiError(409, "busy", "A synchronization is running."))).toBe(
    "A synchronization is running.",
  );
  expect(messageForError("connect ETIMEDOUT 10.0.0.1:25", "ETIMEDOUT")).toBe(
    "A required server didn't respond in time.",
  );
  expect(messageForError("Connection terminated unexpectedly")).toBe("The database didn't respond.");
  const unexpected = messageForError('relation "users" does not exist', "42P01");
  expect(unexpected).toBe("Something went wrong. See the server log for details.");
  expect(getFailureMessage(new AggregateError([new Error("x")], "several"))).toBe(unexpected);
  expect(getFailureMessage("text")).toBe(unexpected);
});
