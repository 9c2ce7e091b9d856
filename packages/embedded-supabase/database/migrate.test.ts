import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { createTestDatabase } from "#src/test-support/test-database.ts";
import { migrate, migrateBackend } from "./index.ts";

async function createMigrations(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "migrations-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  for (const [name, sql] of Object.entries(files)) {
    await writeFile(join(folder, name), sql);
  }
  return folder;
}

const HISTORY_TABLE = "trial.migrations";
const FIRST_FILE = { "0001_one.sql": "create table public.one (n int);" };
const SECOND_FILE = {
  "0002_two.sql": "create table public.two (n int);\ninsert into public.two values (1);",
};

test("runs each file once and in order, including files added later", async () => {
  const { pool } = await createTestDatabase();
  expect(await migrate(pool, { folder: await createMigrations(FIRST_FILE), table: HISTORY_TABLE })).toEqual([
    "0001_one",
  ]);
  const folder = await createMigrations({ ...SECOND_FILE, ...FIRST_FILE });
  expect(await migrate(pool, { folder, table: HISTORY_TABLE })).toEqual(["0002_two"]);
  expect(await migrate(pool, { folder, table: HISTORY_TABLE })).toEqual([]);
  expect(await migrateBackend(pool)).toEqual([]);
});

test("hides the history table from other roles, even if an older version left it readable", async () => {
  const { pool } = await createTestDatabase();
  const hasRowSecurity = async () => {
    const { rows } = await pool.query(
      "select relrowsecurity as enabled from pg_class where oid = 'trial.migrations'::regclass",
    );
    return rows[0].enabled;
  };
  const folder = await createMigrations(FIRST_FILE);
  await migrate(pool, { folder, table: HISTORY_TABLE });
  expect(await hasRowSecurity()).toBe(true);
  await pool.query("alter table trial.migrations disable row level security");
  await migrate(pool, { folder, table: HISTORY_TABLE });
  expect(await hasRowSecurity()).toBe(true);
});

test("concurrent runs apply each migration once", async () => {
  const { pool } = await createTestDatabase();
  const folder = await createMigrations({ ...FIRST_FILE, ...SECOND_FILE });
  const names = await Promise.all(
    Array.from({ length: 4 }, () => migrate(pool, { folder, table: HISTORY_TABLE })),
  );
  expect(names.flat()).toEqual(["0001_one", "0002_two"]);
});

test("reports the file and line of a failed migration, rolls it back, and keeps earlier ones", async () => {
  const { pool } = await createTestDatabase();
  const folder = await createMigrations({
    ...FIRST_FILE,
    "0002_two.sql": "create table public.two (n int);\n\nselect nonsense;",
  });
  await expect(migrate(pool, { folder, table: HISTORY_TABLE })).rejects.toThrow(
    'Migration 0002_two failed at line 3: column "nonsense" does not exist',
  );
  const { rows } = await pool.query(
    "select to_regclass('public.one') is not null as one, to_regclass('public.two') as two",
  );
  expect(rows).toEqual([{ one: true, two: null }]);
  await writeFile(join(folder, "0002_two.sql"), SECOND_FILE["0002_two.sql"]);
  expect(await migrate(pool, { folder, table: HISTORY_TABLE })).toEqual(["0002_two"]);
});

test("rolls back a migration whose connection is lost, and runs it again on the next start", async () => {
  const { pool } = await createTestDatabase();
  const folder = await createMigrations({
    ...FIRST_FILE,
    "0002_two.sql": "create table public.two (n int); select pg_sleep(60);",
  });
  const interrupted = expect(migrate(pool, { folder, table: HISTORY_TABLE })).rejects.toThrow(
    "Migration 0002_two failed",
  );
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
  await writeFile(join(folder, "0002_two.sql"), SECOND_FILE["0002_two.sql"]);
  expect(await migrate(pool, { folder, table: HISTORY_TABLE })).toEqual(["0002_two"]);
});

test("allows a file to fill a table with deferred constraints and then alter it", async () => {
  const { pool } = await createTestDatabase();
  const folder = await createMigrations({
    "0001_one.sql": "create table public.one (n int primary key); insert into public.one values (1);",
    "0002_two.sql": `create table public.two (n int references public.one deferrable initially deferred);
      insert into public.two select n from public.one;
      alter table public.two enable row level security;`,
  });
  expect(await migrate(pool, { folder, table: HISTORY_TABLE })).toEqual(["0001_one", "0002_two"]);
});

test("rejects a database that a newer version migrated", async () => {
  const { pool } = await createTestDatabase();
  await migrate(pool, {
    folder: await createMigrations({ ...FIRST_FILE, ...SECOND_FILE }),
    table: HISTORY_TABLE,
  });
  await expect(
    migrate(pool, { folder: await createMigrations(FIRST_FILE), table: HISTORY_TABLE }),
  ).rejects.toThrow(/was migrated by a newer version of this product \(0002 is not in/);
});

test("rejects a database whose migrations were replaced by a new baseline, with instructions", async () => {
  const { pool } = await createTestDatabase();
  await migrate(pool, {
    folder: await createMigrations({ ...FIRST_FILE, ...SECOND_FILE }),
    table: HISTORY_TABLE,
  });
  const baseline = await createMigrations({ "0003_baseline.sql": "create table public.baseline (n int);" });
  const startOver = "Remove ./data.";
  await expect(migrate(pool, { folder: baseline, table: HISTORY_TABLE, startOver })).rejects.toThrow(
    /^The database was created by a pre-release version of this product and cannot be upgraded. Remove .\/data.$/,
  );
  const { rows } = await pool.query("select to_regclass('public.baseline') as baseline");
  expect(rows).toEqual([{ baseline: null }]);
});

test("rejects an invalid file name and a duplicate version", async () => {
  const { pool } = await createTestDatabase();
  await expect(
    migrate(pool, { folder: await createMigrations({ "one.sql": "" }), table: HISTORY_TABLE }),
  ).rejects.toThrow("is not named");
  const duplicates = await createMigrations({ ...FIRST_FILE, "0001_other.sql": "" });
  await expect(migrate(pool, { folder: duplicates, table: HISTORY_TABLE })).rejects.toThrow(
    "have the version 0001",
  );
});

test("shares its history with another tool in both directions", async () => {
  const { pool } = await createTestDatabase();
  const sharedHistory = "pushed.migrations";
  const folder = await createMigrations({ ...FIRST_FILE, ...SECOND_FILE });
  await pool.query(`create schema pushed;
    create table ${sharedHistory} (version text primary key, statements text[], name text);
    create table public.one (n int); insert into ${sharedHistory} (version, name) values ('0001', 'one')`);
  expect(await migrate(pool, { folder, table: HISTORY_TABLE, sharedHistory })).toEqual(["0002_two"]);
  const { rows } = await pool.query(`select version, name from ${sharedHistory} order by version`);
  expect(rows).toEqual([
    { version: "0001", name: "one" },
    { version: "0002", name: "two" },
  ]);
  expect(await migrate(pool, { folder, table: HISTORY_TABLE, sharedHistory: "nothing.there" })).toEqual([]);
  await pool.query(`insert into ${sharedHistory} (version, name) values ('0003', 'newer')`);
  await expect(migrate(pool, { folder, table: HISTORY_TABLE, sharedHistory })).rejects.toThrow("0003");
});
