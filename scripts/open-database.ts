import pg from "pg";
import {
  type Connection,
  existingDatabase,
  StartupProblem,
  startEmbeddedPostgres,
} from "#embedded-supabase/database/index.ts";
import { type Config, ConfigurationError } from "#server/config.ts";
import { assertReachable } from "#server/pool.ts";

/** What the person at the machine can mend, in one line. */
export class Refusal extends Error {
  override name = "Refusal";
}

/** Runs a command: prints its answer; what a person can mend is one line on stderr, and the exit code is 1. */
export async function runCommand(command: (words: string[]) => Promise<string>): Promise<void> {
  try {
    console.log(await command(process.argv.slice(2)));
  } catch (cause) {
    const isExpected = [Refusal, StartupProblem, ConfigurationError].some((kind) => cause instanceof kind);
    console.error(isExpected ? (cause as Error).message : cause);
    process.exitCode = 1;
  }
}

/** The embedded database of DATA_DIR, used beside the running product or, while none runs, started for the command. */
export type OwnDatabase = {
  connection: Connection;
  superuser: Connection;
  clusterDirectory: string;
  close(): Promise<void>;
};

/** @throws Refusal when DATA_DIR holds no database. */
export async function openOwnDatabase(dataDir: string): Promise<OwnDatabase> {
  const database = await existingDatabase(dataDir);
  if (!database) throw new Refusal(`There is no database in ${dataDir}: is DATA_DIR right?`);
  const { running, clusterDirectory } = database;
  if (running) {
    const superuser = { ...running, user: "postgres", database: "postgres" };
    return { connection: running, superuser, clusterDirectory, close: async () => {} };
  }
  const own = await startEmbeddedPostgres({ dataDir });
  return { ...own, close: () => own.stop() };
}

/** One connection to the installation's database, embedded or of DATABASE_URL, as the product's own account. */
export async function openDatabase(config: Config): Promise<{ pool: pg.Pool; close(): Promise<void> }> {
  const own = config.databaseUrl ? null : await openOwnDatabase(config.dataDir);
  const reach = own?.connection ?? { connectionString: config.databaseUrl };
  const pool = new pg.Pool({ ...reach, max: 1, connectionTimeoutMillis: 5_000 });
  // A connection that breaks between two statements is told by the next one.
  pool.on("error", () => {});
  const close = async () => {
    await pool.end();
    await own?.close();
  };
  await assertReachable(pool).catch(async (cause) => {
    await close();
    throw cause;
  });
  return { pool, close };
}
