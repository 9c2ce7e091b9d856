import { expect, test, vi } from "vitest";
import { aDatabase } from "#tests/support/database.ts";
import { type DatabaseTime, databaseTime, hurry } from "./database-time.ts";

const withTime = (ms: number): DatabaseTime => ({ left: () => ms, count: (waiting) => waiting });

test("questions of one request share its time, and those asked at once count once", async () => {
  vi.useFakeTimers();
  const time = databaseTime();
  const waiting = (ms: number) => time.count(new Promise((done) => setTimeout(done, ms)));
  const both = Promise.all([waiting(2_000), waiting(3_000)]);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(time.left()).toBe(7_500);
  await vi.advanceTimersByTimeAsync(4_000);
  await both;
  expect(time.left()).toBe(5_500);
  void waiting(60_000);
  await vi.advanceTimersByTimeAsync(20_000);
  expect(time.left()).toBe(0);
  vi.useRealTimers();
});

test("a question is given up when the request's time is over, and one outside requests is not", async () => {
  const { pool } = await aDatabase();
  let time: DatabaseTime | undefined;
  hurry(pool, () => time);
  // Connected before the time runs: on a busy machine that alone takes as long.
  await pool.query("select 1");
  time = withTime(50);
  await expect(pool.query("select pg_sleep(5)")).rejects.toThrow("Query read timeout");
  time = undefined;
  const client = await pool.connect();
  time = withTime(50);
  await expect(client.query("select pg_sleep(5)")).rejects.toThrow("Query read timeout");
  client.release(true);
  time = undefined;
  const { rows } = await pool.query("select 1 as one, pg_sleep(0.1)");
  expect(rows).toMatchObject([{ one: 1 }]);
});

test("a request whose time is over asks nothing more, not even to commit", async () => {
  const { pool } = await aDatabase();
  let left = 8_000;
  hurry(pool, () => withTime(left));
  const client = await pool.connect();
  await client.query("begin");
  await client.query("create table public.half_done (n int)");
  left = 0;
  await expect(client.query("commit")).rejects.toThrow("Query read timeout");
  client.release(true);
  left = 8_000;
  await expect
    .poll(async () => (await pool.query("select to_regclass('public.half_done') as there")).rows)
    .toEqual([{ there: null }]);
});

test("who waits for a connection longer than the request's time leaves the queue, and the connection to the next", async () => {
  const { pool } = await aDatabase();
  let ms = 8_000;
  hurry(pool, () => withTime(ms));
  const all = await Promise.all(Array.from({ length: 10 }, () => pool.connect()));
  ms = 20;
  await expect(pool.connect()).rejects.toThrow("timeout exceeded when trying to connect");
  for (const client of all) client.release();
  ms = 8_000;
  await expect.poll(() => pool.idleCount).toBe(10);
});
