import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import {
  migrate,
  migrateBackend,
  prepareRoles,
  startEmbeddedPostgres,
} from "#embedded-supabase/database/index.ts";
import type { Config } from "#server/config.ts";
import type { Logger } from "#server/log.ts";
import { assertReachable, openPool } from "#server/pool.ts";

/** The database, ready and migrated. */
export type Storage = { pool: pg.Pool; connection: pg.ClientConfig; close(): Promise<void> };

const PRODUCT_MIGRATIONS = fileURLToPath(new URL("../supabase/migrations", import.meta.url));
/** Where `supabase db push` notes what it ran. */
const PUSHED_MIGRATIONS = "supabase_migrations.schema_migrations";

/**
 * Starts the embedded PostgreSQL, or connects the one of DATABASE_URL, and brings its schema up to date.
 * @throws StartupProblem, ConfigurationError with one clear line.
 */
export async function openStorage(
  config: Config,
  log: Logger,
  say: (line: string) => void,
): Promise<Storage> {
  if (!config.databaseUrl) say(`Starting the database in ${join(config.dataDir, "database")} …`);
  const server = config.databaseUrl ? null : await startEmbeddedPostgres({ dataDir: config.dataDir, log });
  const connection = server?.connection ?? { connectionString: config.databaseUrl };
  const pool = openPool(connection, log);
  const close = async () => {
    await pool.end();
    await server?.stop();
  };
  try {
    if (!server) await assertReachable(pool);
    await prepare(config, connection, say);
    return { pool, connection, close };
  } catch (cause) {
    await close();
    throw cause;
  }
}

/** Roles and migrations on a connection of their own, without the limits that requests have. */
async function prepare(
  config: Config,
  connection: pg.PoolConfig,
  say: (line: string) => void,
): Promise<void> {
  const pool = new pg.Pool({ ...connection, max: 2 });
  // What happens to a connection in use is thrown where it is used.
  pool.on("error", () => {});
  try {
    // A hosted project has its roles and its auth schema already.
    if (!config.supabase.url) {
      await prepareRoles(pool);
      await migrateBackend(pool);
    }
    const made = await migrate(pool, {
      folder: PRODUCT_MIGRATIONS,
      table: "private.migrations",
      ...(config.supabase.url && { sharedWith: PUSHED_MIGRATIONS }),
    });
    if (made.length > 0) say(`Prepared the database (${made.length} steps).`);
  } finally {
    await pool.end();
  }
}
