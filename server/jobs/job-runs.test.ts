import { expect, test } from "vitest";
import { createDatabase } from "#server/database.ts";
import { ApiError } from "#server/errors.ts";
import type { Job } from "#server/jobs/job.ts";
import { jobs, startWorker } from "#server/jobs/queue.ts";
import { createLog } from "#server/log.ts";
import { aDatabase } from "#tests/support/database.ts";
import { failureWords } from "./failure-words.ts";

test("the worker notes how scheduled jobs ended, and of others only that they failed", async () => {
  const { pool } = await aDatabase();
  const log = createLog("silent");
  const ended: string[] = [];
  let isBroken = true;
  const work =
    (name: string): Job =>
    async (_, tries) => {
      ended.push(`${name}:${tries?.isLast}`);
      if (isBroken) throw Object.assign(new Error("secret table users"), { code: "ECONNREFUSED" });
    };
  const worker = await startWorker({
    pool,
    log,
    crontab: "0 0 29 2 * by-the-clock",
    tasks: { "by-the-clock": work("by-the-clock"), "on-demand": work("on-demand") },
  });
  const add = (name: string) =>
    createDatabase(pool).bypassingPolicies({ reason: "test" }, (query) =>
      jobs.add(query, name, {}, { maxAttempts: 1 }),
    );
  const notes = async () =>
    (
      await pool.query(
        `select name, outcome, failure, succeeded_at is not null as succeeded from private.job_runs order by name`,
      )
    ).rows;
  const failure = "A server it needs refused the connection.";
  await add("by-the-clock");
  await add("on-demand");
  await expect.poll(notes).toEqual([
    { name: "by-the-clock", outcome: "failed", failure, succeeded: false },
    { name: "on-demand", outcome: "failed", failure, succeeded: false },
  ]);
  expect(ended.sort()).toEqual(["by-the-clock:true", "on-demand:true"]);
  isBroken = false;
  await add("on-demand");
  await add("by-the-clock");
  await expect.poll(notes).toEqual([
    { name: "by-the-clock", outcome: "succeeded", failure, succeeded: true },
    { name: "on-demand", outcome: "failed", failure, succeeded: false },
  ]);
  await worker.stop();
});

test("what was written for people is told, codes have words, and the rest is the log's", () => {
  const told = (message: string, code?: string) => failureWords(Object.assign(new Error(message), { code }));
  expect(failureWords(new ApiError(409, "busy", "A synchronization is running."))).toBe(
    "A synchronization is running.",
  );
  expect(told("connect ETIMEDOUT 10.0.0.1:25", "ETIMEDOUT")).toBe(
    "A server it needs did not answer in time.",
  );
  expect(told("Connection terminated unexpectedly")).toBe("The database did not answer.");
  const unexpected = told('relation "users" does not exist', "42P01");
  expect(unexpected).toBe("Something unexpected went wrong; the server’s log has the details.");
  expect(failureWords(new AggregateError([new Error("x")], "several"))).toBe(unexpected);
  expect(failureWords("text")).toBe(unexpected);
});
