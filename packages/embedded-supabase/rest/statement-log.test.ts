import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import {
  migrate,
  migrateBackend,
  prepareRoles,
  startEmbeddedPostgres,
} from "#embedded-supabase/database/index.ts";
import { aRestWorld } from "#tests/support/rest-world.ts";
import { fillShops, shopSchema } from "#tests/support/shops.ts";

const productMigrations = join(import.meta.dirname, "../../../supabase/migrations");
const verbsOfARead = ["begin", "select", "select", "commit"];

// As the server itself tells it: what a library sends unasked would show here too.
test("PostgreSQL's log of statements shows two between begin and commit for each read", {
  timeout: 60_000,
}, async () => {
  const dataDir = await mkdtemp(join(tmpdir(), "tests-"));
  const postgres = await startEmbeddedPostgres({ dataDir, settings: { fsync: "off" } });
  const pool = new pg.Pool({ ...postgres.connection, max: 1 });
  pool.on("error", () => {});
  onTestFinished(async () => {
    await pool.end();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  });
  await prepareRoles(pool);
  await migrateBackend(pool);
  await migrate(pool, { folder: productMigrations, table: "private.migrations" });
  await pool.query(shopSchema);
  const world = aRestWorld(pool);
  const owner = await world.aPerson();
  await fillShops(pool, owner.id, (await world.aPerson()).id);
  await owner.request("shops");

  const superuser = new pg.Client({ ...postgres.superuser, database: postgres.connection.database });
  await superuser.connect();
  await superuser.query("alter system set log_statement = 'all'");
  await superuser.query("select pg_reload_conf()");
  await superuser.end();
  await expect
    .poll(async () => (await pool.query("show log_statement")).rows)
    .toEqual([{ log_statement: "all" }]);
  await pool.query("select 'here it begins'");
  for (const path of ["shops?select=*", "orders?select=number,shops(name)&order=number", "shops?select=id"]) {
    expect((await owner.request(path)).status).toBe(200);
  }
  await pool.query("select 'here it ends'");

  const log = await readFile(join(dataDir, "database", "postgres.log"), "utf8");
  const [, between = ""] = /here it begins'\n(.*)\n[^\n]*here it ends/s.exec(log) ?? [];
  const statements = [...between.matchAll(/(?:statement|execute [^:]+): (\w+)/g)].map(([, verb]) => verb);
  expect(statements).toEqual([...verbsOfARead, ...verbsOfARead, ...verbsOfARead]);
});
