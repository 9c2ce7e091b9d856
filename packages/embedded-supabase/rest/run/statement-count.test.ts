import { mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg from "pg";
import { expect, onTestFinished, test } from "vitest";
import { migrateBackend, prepareRoles, startEmbeddedPostgres } from "#src/database/index.ts";
import { createRestEnvironment } from "#src/test-support/rest-environment.ts";
import { SHOP_SCHEMA, seedShops } from "#src/test-support/shops.ts";

const READ_STATEMENTS = ["begin", "select", "select", "commit"];

// Read from the server's log, so that statements sent by a library are counted too.
test("each read runs two statements between begin and commit, according to PostgreSQL's log", {
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
  await pool.query(SHOP_SCHEMA);
  const fixture = createRestEnvironment(pool);
  const owner = await fixture.createUser();
  await seedShops(pool, owner.id, (await fixture.createUser()).id);
  await owner.request("shops");

  const superuser = new pg.Client({ ...postgres.superuser, database: postgres.connection.database });
  await superuser.connect();
  await superuser.query("alter system set log_statement = 'all'");
  await superuser.query("select pg_reload_conf()");
  await superuser.end();
  await expect
    .poll(async () => (await pool.query("show log_statement")).rows)
    .toEqual([{ log_statement: "all" }]);
  await pool.query("select 'start of reads'");
  for (const path of ["shops?select=*", "orders?select=number,shops(name)&order=number", "shops?select=id"]) {
    expect((await owner.request(path)).status).toBe(200);
  }
  await pool.query("select 'end of reads'");

  const log = await readFile(join(dataDir, "database", "postgres.log"), "utf8");
  const [, readLog = ""] = /start of reads'\n(.*)\n[^\n]*end of reads/s.exec(log) ?? [];
  const statements = [...readLog.matchAll(/(?:statement|execute [^:]+): (\w+)/g)].map(([, verb]) => verb);
  expect(statements).toEqual([...READ_STATEMENTS, ...READ_STATEMENTS, ...READ_STATEMENTS]);
});
