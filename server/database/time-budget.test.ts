import { createTestDatabase } from "@wardline/embedded-supabase/test-support/test-database";
import { expect, test, vi } from "vitest";
import { createDatabaseTimeBudget, type DatabaseTimeBudget, enforceTimeBudget } from "./time-budget.ts";

const createFixedBudget = (ms: number): DatabaseTimeBudget => ({
  extend: () => {},
  remainingMs: () => ms,
  track: (pending) => pending,
});

test("a request that does more work can extend its budget, but not reduce it", () => {
  const budget = createDatabaseTimeBudget();
  budget.extend(40_000);
  budget.extend(1_000);
  expect(budget.remainingMs()).toBe(40_000);
});

test("queries of one request share its budget, and concurrent queries count once", async () => {
  vi.useFakeTimers();
  const budget = createDatabaseTimeBudget();
  const trackDelay = (ms: number) => budget.track(new Promise((resolve) => setTimeout(resolve, ms)));
  const queries = Promise.all([trackDelay(2_000), trackDelay(3_000)]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(budget.remainingMs()).toBe(7_500);
  await vi.advanceTimersByTimeAsync(4_000);
  await queries;
  expect(budget.remainingMs()).toBe(5_500);
  void trackDelay(60_000);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(budget.remainingMs()).toBe(0);
  vi.useRealTimers();
});

test("cancels a query when the request's budget is used up, and never outside requests", async () => {
  const { pool } = await createTestDatabase();
  let budget: DatabaseTimeBudget | undefined;
  enforceTimeBudget(pool, () => budget);
  // Connect first: on a busy machine, connecting alone can use up the budget.
  await pool.query("select 1");
  budget = createFixedBudget(50);
  await expect(pool.query("select pg_sleep(5)")).rejects.toThrow("Query read timeout");
  budget = undefined;
  const client = await pool.connect();
  budget = createFixedBudget(50);
  await expect(client.query("select pg_sleep(5)")).rejects.toThrow("Query read timeout");
  client.release(true);
  budget = undefined;
  const { rows } = await pool.query("select 1 as one, pg_sleep(0.1)");
  expect(rows).toMatchObject([{ one: 1 }]);
});

test("sends no further statement after the budget is used up, not even a commit", async () => {
  const { pool } = await createTestDatabase();
  let remainingMs = 8_000;
  enforceTimeBudget(pool, () => createFixedBudget(remainingMs));
  const client = await pool.connect();
  await client.query("begin");
  await client.query("create table public.half_done (n int)");
  remainingMs = 0;
  await expect(client.query("commit")).rejects.toThrow("Query read timeout");
  client.release(true);
  remainingMs = 8_000;
  await expect
    .poll(async () => (await pool.query("select to_regclass('public.half_done') as there")).rows)
    .toEqual([{ there: null }]);
});

test("stops waiting for a connection after the budget is used up and returns a late connection to the pool", async () => {
  const { pool } = await createTestDatabase();
  let remainingMs = 8_000;
  enforceTimeBudget(pool, () => createFixedBudget(remainingMs));
  const clients = await Promise.all(Array.from({ length: 10 }, () => pool.connect()));
  remainingMs = 20;
  await expect(pool.connect()).rejects.toThrow("timeout exceeded when trying to connect");
  for (const client of clients) {
    client.release();
  }
  remainingMs = 8_000;
  await expect.poll(() => pool.idleCount).toBe(10);
});
