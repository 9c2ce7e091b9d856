import { fileURLToPath } from "node:url";
import type pg from "pg";
import { migrate } from "./migrate.ts";

export { findExistingDatabase } from "./cluster/find-existing-database.ts";
export { loadBinaries } from "./cluster/postgres-binaries.ts";
export type { Connection } from "./connection.ts";
export {
  type EmbeddedPostgresOptions,
  type RunningPostgres,
  startEmbeddedPostgres,
} from "./embedded-postgres.ts";
export { migrate } from "./migrate.ts";
export { backUpCluster, EMPTY_DIRECTORIES } from "./online-backup.ts";
export { prepareRoles } from "./roles.ts";
export { StartupError } from "./startup-error.ts";

/** Runs the backend's migrations. Returns the names of those that ran. Run the application's migrations afterward. */
export function migrateBackend(pool: pg.Pool): Promise<string[]> {
  return migrate(pool, {
    folder: fileURLToPath(new URL("migrations", import.meta.url)),
    table: "embedded.migrations",
  });
}
