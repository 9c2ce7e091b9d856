/** `npm run db:types` writes supabase/database.types.ts from the migrations; `--check` fails when it is stale. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import pg from "pg";
import {
  migrate,
  migrateBackend,
  prepareRoles,
  startEmbeddedPostgres,
} from "#embedded-supabase/database/index.ts";
import { readCatalogue } from "./database-types/catalogue.ts";
import { databaseTypes } from "./database-types/typescript.ts";

const file = fileURLToPath(new URL("../supabase/database.types.ts", import.meta.url));
const migrations = fileURLToPath(new URL("../supabase/migrations", import.meta.url));

const generated = await generate();
if (!process.argv.includes("--check")) {
  await writeFile(file, generated);
} else if ((await readFile(file, "utf8")) !== generated) {
  console.error("supabase/database.types.ts is not what the migrations make: run `npm run db:types`.");
  process.exitCode = 1;
}

/** From a database made for this and thrown away, so that only the migrations count. */
async function generate(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), "types-"));
  const postgres = await startEmbeddedPostgres({ dataDir, settings: { fsync: "off" } });
  const pool = new pg.Pool(postgres.connection);
  // Connections still closing when the server stops are told so; nobody waits for them.
  pool.on("error", () => {});
  try {
    await prepareRoles(pool);
    await migrateBackend(pool);
    await migrate(pool, { folder: migrations, table: "private.migrations" });
    return databaseTypes(await readCatalogue(pool, "public"));
  } finally {
    await pool.end();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
