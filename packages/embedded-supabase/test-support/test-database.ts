import { randomUUID } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import type { Connection } from "#src/database/index.ts";
import type { TemplateServer } from "./test-servers.ts";

export type TestDatabase = {
  /** Connects as `app_owner`, which owns the database and is not a superuser. */
  pool: pg.Pool;
  connection: Connection;
  /** Closes the pool and drops the database. Remaining databases are dropped after each test file. */
  drop(): Promise<void>;
};

const openDatabases = new Set<TestDatabase>();
/** One connection per server, because connecting takes as long as dropping a database. */
const superusers = new Map<string, pg.Pool>();

/** Creates an empty database with all migrations, copied from a template. Takes about 40 ms. */
export async function createTestDatabase(
  server: TemplateServer = inject("embeddedServer"),
): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll("-", "")}`;
  // Takes half the time of the default strategy, which writes each page to the write-ahead log.
  await runAsSuperuser(server, `create database ${name} template app strategy file_copy owner app_owner`);
  const connection = { ...server.owner, database: name };
  const pool = new pg.Pool({ ...connection, max: 10 });
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  const database: TestDatabase = {
    pool,
    connection,
    async drop() {
      if (!openDatabases.delete(database)) {
        return;
      }
      await pool.end();
      await runAsSuperuser(server, `drop database if exists ${name} with (force)`);
    },
  };
  openDatabases.add(database);
  return database;
}

/**
 * Creates a database on the oldest supported PostgreSQL if the run includes it, otherwise on the embedded one. For test
 * files that run on both.
 */
export function createDatabaseForThisRun(): Promise<TestDatabase> {
  return createTestDatabase(inject("oldestServer") ?? undefined);
}

/** Drops the remaining databases of a test file. */
export async function dropDatabases(): Promise<void> {
  for (const database of openDatabases) {
    await database.drop();
  }
}

async function runAsSuperuser({ superuser }: TemplateServer, sql: string): Promise<void> {
  const key = JSON.stringify(superuser);
  let pool = superusers.get(key);
  if (!pool) {
    pool = new pg.Pool({ ...superuser, max: 1, allowExitOnIdle: true });
    pool.on("error", () => {});
    superusers.set(key, pool);
  }
  await pool.query(sql);
}
