import { execFile } from "node:child_process";
import { access, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import {
  migrate,
  migrateBackend,
  prepareRoles,
  startEmbeddedPostgres,
} from "@wardline/embedded-supabase/database";
import pg from "pg";
import { migrateQueue } from "#server/jobs/queue/queue.ts";

const MIGRATIONS = fileURLToPath(new URL("../../../supabase/migrations", import.meta.url));

/**
 * Creates a data directory with an empty, migrated database, because creating one takes most of the time that a product
 * needs to start. Test processes find it in the environment. Returns the teardown.
 */
export default async function createDataTemplate(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(process.env.TEST_DATA_FOLDER ?? tmpdir(), "wl-template-"));
  const postgres = await startEmbeddedPostgres({ dataDir: folder });
  const pool = new pg.Pool(postgres.connection);
  // The server closes idle connections when it stops.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  try {
    await prepareRoles(pool);
    await migrateBackend(pool);
    await migrate(pool, { folder: MIGRATIONS, table: "private.migrations" });
    await migrateQueue(pool);
  } finally {
    await pool.end();
    await postgres.stop();
  }
  // Some systems require a cluster outside of the data directory, which cannot be copied.
  const isComplete = await access(join(folder, "database/cluster/PG_VERSION")).then(
    () => true,
    () => false,
  );
  if (isComplete) {
    process.env.TEST_DATA_TEMPLATE = folder;
  }
  return () => rm(folder, { recursive: true, force: true });
}

/** Copies the template of the test run into a data directory, if there is one. */
export async function copyDataTemplate(dataDir: string): Promise<void> {
  const template = process.env.TEST_DATA_TEMPLATE;
  if (template) {
    await promisify(execFile)("cp", ["-a", join(template, "database"), dataDir]);
  }
}
