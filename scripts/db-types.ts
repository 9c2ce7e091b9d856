/** `npm run db:types` generates supabase/database.types.ts from the migrations. `--check` fails if the file is out of date. */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  migrate,
  migrateBackend,
  prepareRoles,
  startEmbeddedPostgres,
} from "@wardline/embedded-supabase/database";
import pg from "pg";
import { readCatalog } from "./database-types/catalog.ts";
import { generateTypes } from "./database-types/generate-types.ts";

const TYPES_FILE = fileURLToPath(new URL("../supabase/database.types.ts", import.meta.url));
const MIGRATIONS = fileURLToPath(new URL("../supabase/migrations", import.meta.url));

const generated = await generate();
if (!process.argv.includes("--check")) {
  await writeFile(TYPES_FILE, generated);
} else if ((await readFile(TYPES_FILE, "utf8")) !== generated) {
  console.error("supabase/database.types.ts is out of date. Run `npm run db:types`.");
  process.exitCode = 1;
}

/** Uses a temporary database, so that the types depend only on the migrations. */
async function generate(): Promise<string> {
  const dataDir = await mkdtemp(join(tmpdir(), "types-"));
  const postgres = await startEmbeddedPostgres({ dataDir, settings: { fsync: "off" } });
  const pool = new pg.Pool(postgres.connection);
  // Connections that are still closing when the server stops report an error, which can be ignored.
  pool.on("error", () => {});
  try {
    await prepareRoles(pool);
    await migrateBackend(pool);
    await migrate(pool, { folder: MIGRATIONS, table: "private.migrations" });
    return generateTypes(await readCatalog(pool, "public"));
  } finally {
    await pool.end();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}
