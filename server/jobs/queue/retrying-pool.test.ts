import { createTestDatabase } from "@wardline/embedded-supabase/test-support/test-database";
import type pg from "pg";
import { beforeAll, expect, test } from "vitest";
import { createRetryingPool } from "./retrying-pool.ts";

/** graphile-worker retries after errors with this code, and stops the worker after any other connection error. */
const RETRYABLE_ERROR = { code: "EHOSTUNREACH" };

let pool: pg.Pool;
let retryingPool: pg.Pool;
beforeAll(async () => {
  ({ pool } = await createTestDatabase());
  retryingPool = createRetryingPool(pool);
});

test("returns query results from the pool and from a client", async () => {
  expect((await retryingPool.query("select $1::integer as n", [7])).rows).toEqual([{ n: 7 }]);
  const client = await retryingPool.connect();
  expect((await client.query({ text: "select 8 as n" })).rows).toEqual([{ n: 8 }]);
  client.release();
});

test("uses the original pool's connections", async () => {
  const client = await retryingPool.connect();
  expect(retryingPool.totalCount).toBe(pool.totalCount);
  expect(pool.totalCount - pool.idleCount).toBe(1);
  client.release();
  expect(pool.totalCount - pool.idleCount).toBe(0);
});

test("reports a terminated connection as an error that the worker retries", async () => {
  const client = await retryingPool.connect();
  client.on("error", () => {});
  const { rows } = await client.query("select pg_backend_pid() as id");
  await pool.query("select pg_terminate_backend($1)", [rows[0].id]);
  await expect(client.query("select 1")).rejects.toMatchObject(RETRYABLE_ERROR);
  client.release(true);
});

test("reports a statement timeout as an error that the worker retries", async () => {
  await expect(retryingPool.query("set statement_timeout = 1; select pg_sleep(5)")).rejects.toMatchObject(
    RETRYABLE_ERROR,
  );
  await pool.query("reset statement_timeout");
});

test("does not change statement errors, because a retry would fail again", async () => {
  await expect(retryingPool.query("select 1 / 0")).rejects.toMatchObject({ code: "22012" });
  await expect(retryingPool.query("select * from no_such_table")).rejects.toMatchObject({ code: "42P01" });
});

test("supports the connect callback that graphile-worker uses to listen for new jobs", async () => {
  const connected = Promise.withResolvers<boolean>();
  retryingPool.connect((error, client, release) => {
    release();
    connected.resolve(!error && client !== undefined);
  });
  expect(await connected.promise).toBe(true);
});
