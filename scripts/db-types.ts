/**
 * `npm run db:types` generates types for the database and for the SQL statements in the source files. It fails if
 * PostgreSQL rejects a statement. With `--check`, it fails if a generated file is out of date.
 */
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import {
  migrate,
  migrateBackend,
  prepareRoles,
  startEmbeddedPostgres,
} from "@wardline/embedded-supabase/database";
import pg from "pg";
import { migrateQueue } from "#server/jobs/queue/queue.ts";
import { readCatalog } from "./database-types/catalog.ts";
import { generateTypes } from "./database-types/generate-types.ts";
import { describeSources, type StatementSources } from "./query-types/describe-sources.ts";
import type { StatementProblem } from "./query-types/find-statements.ts";
import { generateStatements } from "./query-types/generate-statements.ts";
import { PACKAGE_JSON_COLUMNS, PRODUCT_JSON_COLUMNS } from "./query-types/json-columns.ts";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const DATABASE_TYPES = relative(
  ROOT,
  fileURLToPath(new URL("../supabase/database.types.ts", import.meta.url)),
);
const PRODUCT_STATEMENTS = "server/database/statements.generated.ts";
const PACKAGE_STATEMENTS = "packages/embedded-supabase/statements.generated.ts";

const PRODUCT_SOURCES: StatementSources = {
  directories: ["server", "scripts"],
  schemas: ["public", "private"],
};
/** PostgreSQL describes these statements before the product's migrations run, because the package must not depend on them. */
const PACKAGE_SOURCES: StatementSources = {
  directories: ["packages/embedded-supabase"],
  schemas: ["auth", "embedded"],
};

const { files, problems } = await generate();
for (const { file, line, message } of problems) {
  console.error(`${file}:${line}: ${message}`);
  process.exitCode = 1;
}
for (const [file, content] of files) {
  const path = join(ROOT, file);
  if (!process.argv.includes("--check")) {
    await writeFile(path, content);
  } else if ((await readFile(path, "utf8").catch(() => "")) !== content) {
    console.error(`${file} is out of date. Run \`npm run db:types\`.`);
    process.exitCode = 1;
  }
}

/** Generates the files on a temporary database, so that the types depend only on the migrations. */
async function generate(): Promise<{ files: Map<string, string>; problems: StatementProblem[] }> {
  const dataDir = await mkdtemp(join(tmpdir(), "types-"));
  const postgres = await startEmbeddedPostgres({ dataDir, settings: { fsync: "off" } });
  const pool = new pg.Pool(postgres.connection);
  // Ignore errors from connections that are still closing when the server stops.
  pool.on("error", () => {});
  pool.on("connect", (client) => client.on("error", () => {}));
  try {
    await prepareRoles(pool);
    await migrateBackend(pool);
    const packageTypes = await describeStatements(pool, PACKAGE_SOURCES);
    await migrateQueue(pool);
    await migrate(pool, { folder: join(ROOT, "supabase/migrations"), table: "private.migrations" });
    const productTypes = await describeStatements(pool, PRODUCT_SOURCES);
    return {
      files: new Map([
        [DATABASE_TYPES, generateTypes(await readCatalog(pool, "public"))],
        [
          PACKAGE_STATEMENTS,
          generateStatements(packageTypes.statements, { jsonColumns: PACKAGE_JSON_COLUMNS }),
        ],
        [
          PRODUCT_STATEMENTS,
          generateStatements(productTypes.statements, {
            valueTypes: "#supabase/value-types.ts",
            jsonColumns: PRODUCT_JSON_COLUMNS,
          }),
        ],
      ]),
      problems: [...packageTypes.problems, ...productTypes.problems],
    };
  } finally {
    await pool.end();
    await postgres.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function describeStatements(pool: pg.Pool, sources: StatementSources) {
  const client = await pool.connect();
  try {
    return await describeSources(client, ROOT, sources);
  } finally {
    client.release();
  }
}
