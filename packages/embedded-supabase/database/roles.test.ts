import pg from "pg";
import { expect, inject, onTestFinished, test } from "vitest";
import { aDatabase } from "#tests/support/database.ts";
import { prepareRoles } from "./index.ts";

test("a login that has everything it needs passes, and nothing is changed", async () => {
  const { pool } = await aDatabase();
  await expect(prepareRoles(pool)).resolves.toBeUndefined();
});

test("a login that may not make the roles is told what a superuser should run", async () => {
  const superuser = new pg.Pool(inject("embeddedServer").superuser);
  await superuser.query("create role stranger login");
  const { pool, connection, drop } = await aDatabase();
  await pool.query(`grant connect on database ${connection.database} to stranger`);
  const strangers = new pg.Pool({ ...connection, user: "stranger" });
  // A connection still closing when its database is dropped is told so; nobody waits for it.
  strangers.on("error", () => {});
  onTestFinished(async () => {
    await strangers.end();
    await drop();
    await superuser.query("drop role stranger");
    await superuser.end();
  });
  await expect(prepareRoles(strangers)).rejects.toThrow(
    'Have a superuser run: grant anon to "stranger"; grant authenticated to "stranger"; grant service_role to "stranger"; ' +
      `alter database "${connection.database}" owner to "stranger";`,
  );
});

test("a server older than PostgreSQL 15 is refused in one line", async () => {
  const old = { query: async () => ({ rows: [{ version: "14.11 (Debian 14.11-1)" }] }) };
  await expect(prepareRoles(old as unknown as pg.Pool)).rejects.toThrow(
    "The database is PostgreSQL 14.11 (Debian 14.11-1); version 15 or newer is needed.",
  );
});
