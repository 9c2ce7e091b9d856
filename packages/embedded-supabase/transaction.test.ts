import pg from "pg";
import { beforeEach, expect, onTestFinished, test } from "vitest";
import { createTestDatabase, type TestDatabase } from "#src/test-support/test-database.ts";
import { withTransaction } from "./transaction.ts";

let database: TestDatabase;

beforeEach(async () => {
  database = await createTestDatabase();
  await database.pool.query("create table public.numbers (n int primary key)");
});

const readNumbers = async () => {
  const { rows } = await database.pool.query("select n from public.numbers order by n");
  return rows.map(({ n }) => n);
};

test("commits when the callback returns, and returns its result", async () => {
  const result = await withTransaction(database.pool, async (client) => {
    await client.query("insert into public.numbers values (1)");
    return "done";
  });
  expect(result).toBe("done");
  expect(await readNumbers()).toEqual([1]);
});

test("rolls back when the callback throws, and rethrows the error", async () => {
  const error = new Error("rule violated");
  const transaction = withTransaction(database.pool, async (client) => {
    await client.query("insert into public.numbers values (1)");
    throw error;
  });
  await expect(transaction).rejects.toBe(error);
  expect(await readNumbers()).toEqual([]);
});

test("rolls back after a failed statement and reuses the connection", async () => {
  const pool = new pg.Pool({ ...database.connection, max: 1 });
  onTestFinished(() => pool.end());
  const duplicate = withTransaction(pool, async (client) => {
    await client.query("insert into public.numbers values (1)");
    await client.query("insert into public.numbers values (1)");
  });
  await expect(duplicate).rejects.toMatchObject({ code: "23505" });
  expect(await withTransaction(pool, async () => "next")).toBe("next");
  expect([pool.totalCount, pool.idleCount]).toEqual([1, 1]);
  expect(await readNumbers()).toEqual([]);
});

test("reports a deferred constraint that fails at commit", async () => {
  await database.pool.query(
    "create table public.copies (n int references public.numbers deferrable initially deferred)",
  );
  const transaction = withTransaction(database.pool, (client) =>
    client.query("insert into public.copies values (9)"),
  );
  await expect(transaction).rejects.toMatchObject({ code: "23503" });
});

test("discards a connection that is lost during the transaction", async () => {
  const pool = new pg.Pool({ ...database.connection, max: 1 });
  pool.on("error", () => {});
  onTestFinished(() => pool.end());
  const lost = withTransaction(pool, async (client) => {
    client.on("error", () => {});
    await client.query("select pg_terminate_backend(pg_backend_pid())");
  });
  await expect(lost).rejects.toThrow();
  expect(await withTransaction(pool, async (client) => (await client.query("select 1 as n")).rows)).toEqual([
    { n: 1 },
  ]);
});

test("hides uncommitted changes from other connections", async () => {
  await withTransaction(database.pool, async (client) => {
    await client.query("insert into public.numbers values (1)");
    expect(await readNumbers()).toEqual([]);
  });
  expect(await readNumbers()).toEqual([1]);
});
