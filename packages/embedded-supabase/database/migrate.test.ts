import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { aDatabase } from "#tests/support/database.ts";
import { migrate, migrateBackend } from "./index.ts";

async function aFolder(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "migrations-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, sql] of Object.entries(files)) await writeFile(join(folder, name), sql);
  return folder;
}

const table = "trial.migrations";
const one = { "0001_one.sql": "create table public.one (n int);" };
const two = { "0002_two.sql": "create table public.two (n int);\ninsert into public.two values (1);" };

test("files run in order, once; later ones are added", async () => {
  const { pool } = await aDatabase();
  expect(await migrate(pool, { folder: await aFolder(one), table })).toEqual(["0001_one"]);
  const folder = await aFolder({ ...two, ...one });
  expect(await migrate(pool, { folder, table })).toEqual(["0002_two"]);
  expect(await migrate(pool, { folder, table })).toEqual([]);
  expect(await migrateBackend(pool)).toEqual([]);
});

test("the table of what ran is closed to others, one that an older version left open too", async () => {
  const { pool } = await aDatabase();
  const isClosed = async () => {
    const { rows } = await pool.query(
      "select relrowsecurity as closed from pg_class where oid = 'trial.migrations'::regclass",
    );
    return rows[0].closed;
  };
  const folder = await aFolder(one);
  await migrate(pool, { folder, table });
  expect(await isClosed()).toBe(true);
  await pool.query("alter table trial.migrations disable row level security");
  await migrate(pool, { folder, table });
  expect(await isClosed()).toBe(true);
});

test("processes that start at once migrate once", async () => {
  const { pool } = await aDatabase();
  const folder = await aFolder({ ...one, ...two });
  const ran = await Promise.all(Array.from({ length: 4 }, () => migrate(pool, { folder, table })));
  expect(ran.flat()).toEqual(["0001_one", "0002_two"]);
});

test("a file that fails is named with its line and leaves nothing; the ones before it stay", async () => {
  const { pool } = await aDatabase();
  const folder = await aFolder({
    ...one,
    "0002_two.sql": "create table public.two (n int);\n\nselect nonsense;",
  });
  await expect(migrate(pool, { folder, table })).rejects.toThrow(
    'Migration 0002_two failed at line 3: column "nonsense" does not exist',
  );
  const { rows } = await pool.query(
    "select to_regclass('public.one') is not null as one, to_regclass('public.two') as two",
  );
  expect(rows).toEqual([{ one: true, two: null }]);
  await writeFile(join(folder, "0002_two.sql"), two["0002_two.sql"]);
  expect(await migrate(pool, { folder, table })).toEqual(["0002_two"]);
});

test("a migration whose connection is ended in the middle leaves nothing, and runs whole the next time", async () => {
  const { pool } = await aDatabase();
  const folder = await aFolder({
    ...one,
    "0002_two.sql": "create table public.two (n int); select pg_sleep(60);",
  });
  const interrupted = expect(migrate(pool, { folder, table })).rejects.toThrow("Migration 0002_two failed");
  await expect
    .poll(async () => {
      const { rowCount } = await pool.query(
        "select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and query like 'create table public.two%'",
      );
      return rowCount;
    })
    .toBe(1);
  await interrupted;
  const { rows } = await pool.query("select to_regclass('public.two') as two");
  expect(rows).toEqual([{ two: null }]);
  await writeFile(join(folder, "0002_two.sql"), two["0002_two.sql"]);
  expect(await migrate(pool, { folder, table })).toEqual(["0002_two"]);
});

test("a file may fill a table whose checks are deferred, and alter it", async () => {
  const { pool } = await aDatabase();
  const folder = await aFolder({
    "0001_one.sql": "create table public.one (n int primary key); insert into public.one values (1);",
    "0002_two.sql": `create table public.two (n int references public.one deferrable initially deferred);
      insert into public.two select n from public.one;
      alter table public.two enable row level security;`,
  });
  expect(await migrate(pool, { folder, table })).toEqual(["0001_one", "0002_two"]);
});

test("a database of a newer version is refused with the reason", async () => {
  const { pool } = await aDatabase();
  await migrate(pool, { folder: await aFolder({ ...one, ...two }), table });
  await expect(migrate(pool, { folder: await aFolder(one), table })).rejects.toThrow(
    /was migrated by a newer version of this program \(0002 is not in/,
  );
});

test("a file with another kind of name, and a version given twice, are refused", async () => {
  const { pool } = await aDatabase();
  await expect(migrate(pool, { folder: await aFolder({ "one.sql": "" }), table })).rejects.toThrow(
    "is not named",
  );
  const doubled = await aFolder({ ...one, "0001_other.sql": "" });
  await expect(migrate(pool, { folder: doubled, table })).rejects.toThrow("have the version 0001");
});

test("what another tool ran counts as run, and is told what runs here", async () => {
  const { pool } = await aDatabase();
  const sharedWith = "pushed.migrations";
  const folder = await aFolder({ ...one, ...two });
  await pool.query(`create schema pushed;
    create table ${sharedWith} (version text primary key, statements text[], name text);
    create table public.one (n int); insert into ${sharedWith} (version, name) values ('0001', 'one')`);
  expect(await migrate(pool, { folder, table, sharedWith })).toEqual(["0002_two"]);
  const { rows } = await pool.query(`select version, name from ${sharedWith} order by version`);
  expect(rows).toEqual([
    { version: "0001", name: "one" },
    { version: "0002", name: "two" },
  ]);
  expect(await migrate(pool, { folder, table, sharedWith: "nothing.there" })).toEqual([]);
  await pool.query(`insert into ${sharedWith} (version, name) values ('0003', 'newer')`);
  await expect(migrate(pool, { folder, table, sharedWith })).rejects.toThrow("0003");
});
