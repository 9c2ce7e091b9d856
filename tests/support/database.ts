import { randomUUID } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import type { Connection } from "#embedded-supabase/database/index.ts";
import type { TemplateServer } from "./global-setup.ts";

export type TestDatabase = {
  /** As app_owner, the login the product uses. */
  pool: pg.Pool;
  connection: Connection;
  /** Closes the pool and removes the database; what a test file leaves is dropped after it. */
  drop(): Promise<void>;
};

const open = new Set<TestDatabase>();

/** A fresh database with all migrations, copied from the template made once per run. Takes about 50 ms. */
export async function aDatabase(server: TemplateServer = inject("embeddedServer")): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  await asSuperuser(server, `create database ${name} template app owner app_owner`);
  const connection = { ...server.owner, database: name };
  const pool = new pg.Pool({ ...connection, max: 10 });
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  const database: TestDatabase = {
    pool,
    connection,
    async drop() {
      if (!open.delete(database)) return;
      await pool.end();
      await asSuperuser(server, `drop database if exists ${name} with (force)`);
    },
  };
  open.add(database);
  return database;
}

/**
 * A fresh database where the run wants it: on the oldest PostgreSQL we support among the contract tests, else on the
 * embedded one. For files that belong to both.
 */
export function aDatabaseOfThisRun(): Promise<TestDatabase> {
  return aDatabase(inject("oldestServer") ?? undefined);
}

/** Drops what the tests of this file left behind. */
export async function dropDatabases(): Promise<void> {
  for (const database of open) await database.drop();
}

async function asSuperuser(server: TemplateServer, sql: string): Promise<void> {
  const client = new pg.Client(server.superuser);
  await client.connect();
  await client.query(sql).finally(() => client.end());
}
