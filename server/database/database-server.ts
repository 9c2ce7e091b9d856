import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  migrate,
  migrateBackend,
  prepareRoles,
  startEmbeddedPostgres,
} from "@wardline/embedded-supabase/database";
import pg from "pg";
import type { Config } from "#server/config.ts";
import { assertReachable, openPool } from "#server/database/pool.ts";
import type { Logger } from "#server/observability/logger.ts";

/** A migrated database that is ready for queries. */
export type DatabaseServer = { pool: pg.Pool; connection: pg.ClientConfig; close(): Promise<void> };

const PRODUCT_MIGRATIONS = fileURLToPath(new URL("../../supabase/migrations", import.meta.url));
/** Table where `supabase db push` records applied migrations. */
const SUPABASE_MIGRATION_HISTORY = "supabase_migrations.schema_migrations";

/**
 * Starts the embedded PostgreSQL or connects to DATABASE_URL, then migrates the schema.
 * @throws {StartupError | ConfigurationError} with a one-line message.
 */
export async function startDatabase(
  config: Config,
  log: Logger,
  writeLine: (line: string) => void,
): Promise<DatabaseServer> {
  if (!config.databaseUrl) {
    writeLine(`Starting the database in ${join(config.dataDir, "database")}…`);
  }
  const server = config.databaseUrl ? null : await startEmbeddedPostgres({ dataDir: config.dataDir, log });
  const connection = server?.connection ?? { connectionString: config.databaseUrl };
  const pool = openPool(connection, log);
  const close = async () => {
    await pool.end();
    await server?.stop();
  };
  try {
    if (!server) {
      await assertReachable(pool);
    }
    await prepareDatabase(config, connection, writeLine);
    return { pool, connection, close };
  } catch (error) {
    await close();
    throw error;
  }
}

/** Creates roles and runs migrations in a separate pool, without the timeouts for requests. */
async function prepareDatabase(
  config: Config,
  connection: pg.PoolConfig,
  writeLine: (line: string) => void,
): Promise<void> {
  const pool = new pg.Pool({ ...connection, max: 2 });
  // Ignore this event, because a failing query also throws its connection's error.
  pool.on("error", () => {});
  try {
    // A hosted project already has its roles and auth schema.
    if (!config.supabase.url) {
      await prepareRoles(pool);
      await migrateBackend(pool);
    }
    const applied = await migrate(pool, {
      folder: PRODUCT_MIGRATIONS,
      table: "private.migrations",
      startOver: config.databaseUrl
        ? "Set DATABASE_URL to an empty database."
        : `Remove ${config.dataDir}, or set DATA_DIR to an empty directory.`,
      ...(config.supabase.url && { sharedHistory: SUPABASE_MIGRATION_HISTORY }),
    });
    if (applied.length > 0) {
      writeLine(`Prepared the database (${applied.length} steps).`);
    }
  } finally {
    await pool.end();
  }
}
