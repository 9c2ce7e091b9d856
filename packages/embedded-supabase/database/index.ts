import { fileURLToPath } from "node:url";
import type pg from "pg";
import { migrate } from "./migrate.ts";

export type { Connection } from "./connection.ts";
export {
  type EmbeddedPostgresOptions,
  type RunningPostgres,
  startEmbeddedPostgres,
} from "./embedded-postgres.ts";
export { existingDatabase } from "./existing-database.ts";
export { migrate } from "./migrate.ts";
export { EMPTY_FOLDERS, onlineBackup } from "./online-backup.ts";
export { binariesOfPackage } from "./postgres-binaries.ts";
export { prepareRoles } from "./roles.ts";
export { StartupProblem } from "./startup-problem.ts";

/** Runs the backend's own migrations; the product's come after them. Returns the names that ran now. */
export function migrateBackend(pool: pg.Pool): Promise<string[]> {
  return migrate(pool, {
    folder: fileURLToPath(new URL("migrations", import.meta.url)),
    table: "embedded.migrations",
  });
}
