import {
  createTestDatabase,
  type TestDatabase,
} from "@wardline/embedded-supabase/test-support/test-database";
import { expect, test } from "vitest";
import { parseConfig } from "#server/config.ts";
import { startDatabase } from "#server/database/database-server.ts";
import { createLogger } from "#server/observability/logger.ts";

const log = createLogger("silent");

/** Creates a database with the migration history of a pre-release build, whose migrations were later replaced. */
async function createPreReleaseDatabase(): Promise<TestDatabase> {
  const database = await createTestDatabase();
  await database.pool.query(`delete from private.migrations;
    insert into private.migrations (version, name) values
      ('20261101000000', '20261101000000_access'), ('20261122130000', '20261122130000_mail_bounces')`);
  return database;
}

test("rejects a database from a pre-release build with instructions", async () => {
  const { connection } = await createPreReleaseDatabase();
  const host = encodeURIComponent(connection.host);
  const config = parseConfig({
    DATABASE_URL: `postgres://${connection.user}@/${connection.database}?host=${host}`,
  });
  await expect(startDatabase(config, log, () => {})).rejects.toThrow(
    "The database was created by a pre-release version of this product and cannot be upgraded. Set DATABASE_URL to an empty database.",
  );
});
