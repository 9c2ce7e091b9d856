import pg from "pg";
import { expect, inject, onTestFinished, test } from "vitest";
import { createTestDatabase } from "#src/test-support/test-database.ts";
import { prepareRoles } from "./index.ts";

test("accepts a login with all required roles and privileges", async () => {
  const { pool } = await createTestDatabase();
  await expect(prepareRoles(pool)).resolves.toBeUndefined();
});

test("reports the statements that a superuser must run if the login cannot grant the roles", async () => {
  const superuser = new pg.Pool(inject("embeddedServer").superuser);
  await superuser.query("create role limited login");
  const { pool, connection, drop } = await createTestDatabase();
  await pool.query(`grant connect on database ${connection.database} to limited`);
  const limitedPool = new pg.Pool({ ...connection, user: "limited" });
  // Dropping the database may interrupt a connection that is being closed. Ignore that error.
  limitedPool.on("error", () => {});
  onTestFinished(async () => {
    await limitedPool.end();
    await drop();
    await superuser.query("drop role limited");
    await superuser.end();
  });
  await expect(prepareRoles(limitedPool)).rejects.toThrow(
    'Run this as a superuser: grant anon to "limited"; grant authenticated to "limited"; grant service_role to "limited"; ' +
      `alter database "${connection.database}" owner to "limited";`,
  );
});

test("rejects a server older than PostgreSQL 15", async () => {
  const old = { query: async () => ({ rows: [{ version: "14.11 (Debian 14.11-1)" }] }) };
  await expect(prepareRoles(old as unknown as pg.Pool)).rejects.toThrow(
    "The database is PostgreSQL 14.11 (Debian 14.11-1). Version 15 or newer is required.",
  );
});
