import {
  type Connection,
  findExistingDatabase,
  startEmbeddedPostgres,
} from "@wardline/embedded-supabase/database";
import pg from "pg";
import type { Config } from "#server/config.ts";
import { assertReachable } from "#server/database/pool.ts";
import { CommandError } from "./run-command.ts";

/** The embedded database in DATA_DIR. It is started for the command if the server is not running. */
export type EmbeddedDatabase = {
  connection: Connection;
  superuser: Connection;
  clusterDirectory: string;
  close(): Promise<void>;
};

/** @throws {CommandError} if DATA_DIR contains no database. */
export async function openEmbeddedDatabase(dataDir: string): Promise<EmbeddedDatabase> {
  const database = await findExistingDatabase(dataDir);
  if (!database) {
    throw new CommandError(`There is no database in ${dataDir}. Check DATA_DIR.`);
  }
  const { running, clusterDirectory } = database;
  if (running) {
    const superuser = { ...running, user: "postgres", database: "postgres" };
    return { connection: running, superuser, clusterDirectory, close: async () => {} };
  }
  const embedded = await startEmbeddedPostgres({ dataDir });
  return { ...embedded, close: () => embedded.stop() };
}

/** Connects to the embedded database or to DATABASE_URL, with the account that the server uses. */
export async function openDatabase(config: Config): Promise<{ pool: pg.Pool; close(): Promise<void> }> {
  const embeddedDatabase = config.databaseUrl ? null : await openEmbeddedDatabase(config.dataDir);
  const connection = embeddedDatabase?.connection ?? { connectionString: config.databaseUrl };
  const pool = new pg.Pool({ ...connection, max: 1, connectionTimeoutMillis: 5_000 });
  // If an idle connection breaks, the next statement reports the error.
  pool.on("error", () => {});
  const close = async () => {
    await pool.end();
    await embeddedDatabase?.close();
  };
  await assertReachable(pool).catch(async (error) => {
    await close();
    throw error;
  });
  return { pool, close };
}
