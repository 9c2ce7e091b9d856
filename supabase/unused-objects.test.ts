import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import {
  createTestDatabase,
  type TestDatabase,
} from "@wardline/embedded-supabase/test-support/test-database";
import { beforeAll, expect, test } from "vitest";

const ROOT = fileURLToPath(new URL("..", import.meta.url));
const SOURCE_DIRS = ["app", "server"];

let database: TestDatabase;
let sources: string;
beforeAll(async () => {
  database = await createTestDatabase();
  sources = (await Promise.all(SOURCE_DIRS.map((dir) => readSources(join(ROOT, dir))))).join("\n");
});

/** Returns a directory's TypeScript sources as one string. Excludes tests, and the data export, which lists every table. */
async function readSources(dir: string): Promise<string> {
  const entries = await readdir(dir, { recursive: true, withFileTypes: true });
  const files = entries.filter(
    (entry) =>
      entry.isFile() &&
      /\.tsx?$/.test(entry.name) &&
      !/\.test\.tsx?$/.test(entry.name) &&
      !entry.parentPath.endsWith("/privacy"),
  );
  const texts = await Promise.all(files.map((file) => readFile(join(file.parentPath, file.name), "utf8")));
  return texts.join("\n");
}

/** Returns whether the sources use a table, view or function in SQL, with its schema, or through supabase-js. */
function isUsedByProduct(schema: string, name: string): boolean {
  const isQueried = new RegExp(`\\b${schema}\\.${name}\\b`).test(sources);
  // supabase-js reads a table by its name, or embeds it in the rows of another one.
  const isRead = sources.includes(`"${name}"`) || new RegExp(`[ ,"]${name}(!inner)?\\(`).test(sources);
  return isQueried || (schema === "public" && isRead);
}

type DatabaseObject = { schema: string; name: string };

test("every function is used by the product or by another database object", async () => {
  const { rows } = await database.pool.query<DatabaseObject & { isUsedInDatabase: boolean }>(`
    select schema.nspname as schema, routine.proname as name,
           exists (select from pg_trigger where tgfoid = routine.oid)
        or exists (select from pg_depend where refclassid = 'pg_proc'::regclass and refobjid = routine.oid
                      and classid in ('pg_policy'::regclass, 'pg_rewrite'::regclass, 'pg_constraint'::regclass,
                                      'pg_attrdef'::regclass, 'pg_proc'::regclass))
        or exists (select from pg_proc as caller
                    where caller.oid <> routine.oid and caller.prosrc ~ (schema.nspname || '\\.' || routine.proname || '\\M'))
           as "isUsedInDatabase"
      from pg_proc as routine join pg_namespace as schema on schema.oid = routine.pronamespace
     where schema.nspname in ('public', 'private', 'access', 'endpoints')`);
  expect(rows.length).toBeGreaterThan(40);
  const unused = rows.filter((row) => !row.isUsedInDatabase && !isUsedByProduct(row.schema, row.name));
  expect(unused.map(({ schema, name }) => `${schema}.${name}`)).toEqual([]);
});

test("every table and view is used by the product, a function or a view", async () => {
  const { rows } = await database.pool.query<DatabaseObject & { isUsedInDatabase: boolean }>(`
    select schema.nspname as schema, relation.relname as name,
           exists (select from pg_proc as routine where routine.prosrc ~ (schema.nspname || '\\.' || relation.relname || '\\M'))
        or exists (select from pg_depend as dependency join pg_rewrite as rule on rule.oid = dependency.objid
                    where dependency.classid = 'pg_rewrite'::regclass and dependency.refobjid = relation.oid
                      and rule.ev_class <> relation.oid)
           as "isUsedInDatabase"
      from pg_class as relation join pg_namespace as schema on schema.oid = relation.relnamespace
     where schema.nspname in ('public', 'private', 'endpoints') and relation.relkind in ('r', 'p', 'v', 'm')`);
  expect(rows.length).toBeGreaterThan(40);
  const unused = rows.filter((row) => !row.isUsedInDatabase && !isUsedByProduct(row.schema, row.name));
  expect(unused.map(({ schema, name }) => `${schema}.${name}`)).toEqual([]);
});
