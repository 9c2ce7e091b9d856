import { readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type pg from "pg";
import { type Finding, ok, problem } from "./finding.ts";

const OLDEST_POSTGRES = 15;
const LARGEST_SKEW_MS = 5_000;
const PRODUCT_MIGRATIONS = fileURLToPath(new URL("../../supabase/migrations", import.meta.url));

/** The server, its clock, the schema's age, and that every table asks its policies. */
export async function lookAtDatabase(pool: pg.Pool): Promise<Finding[]> {
  return [...(await server(pool)), await migrations(pool), await policies(pool), await roles(pool)];
}

async function server(pool: pg.Pool): Promise<Finding[]> {
  const asked = Date.now();
  const { rows } = await pool.query<{ version: number; size: string; now: Date }>(
    `select current_setting('server_version_num')::integer / 10000 as version,
            pg_size_pretty(pg_database_size(current_database())) as size, clock_timestamp() as now`,
  );
  const { version = 0, size = "", now = new Date() } = rows[0] ?? {};
  const middle = (asked + Date.now()) / 2;
  const skew = Math.round((now.getTime() - middle) / 1000);
  return [
    version >= OLDEST_POSTGRES
      ? ok("Database", `PostgreSQL ${version}, ${size}`)
      : problem("Database", `PostgreSQL ${version}`, `Upgrade it to PostgreSQL ${OLDEST_POSTGRES} or newer.`),
    Math.abs(now.getTime() - middle) <= LARGEST_SKEW_MS
      ? ok("Clock", "this machine and the database agree")
      : problem(
          "Clock",
          `the database is ${skew} s apart from this machine`,
          "Let both follow a time server: sign-ins depend on it.",
        ),
  ];
}

async function migrations(pool: pg.Pool): Promise<Finding> {
  const versions = (await readdir(PRODUCT_MIGRATIONS)).flatMap(
    (file) => /^\d+(?=_.*\.sql$)/.exec(file) ?? [],
  );
  const { rows } = await pool
    .query<{ version: string }>("select version from private.migrations")
    .catch(() => ({ rows: [] }));
  const applied = new Set(rows.map(({ version }) => version));
  const waiting = versions.filter((version) => !applied.has(version));
  const foreign = [...applied].filter((version) => !versions.includes(version));
  if (foreign.length > 0)
    return problem(
      "Schema",
      `made by a newer version (${foreign.join(", ")})`,
      "Run that version of the product, or restore a backup.",
    );
  if (waiting.length > 0)
    return problem(
      "Schema",
      `${waiting.length} not run yet, the newest ${waiting.at(-1)}`,
      "Start the product once: it runs them.",
    );
  return ok("Schema", `${applied.size} migrations, the newest ${versions.at(-1)}`);
}

async function policies(pool: pg.Pool): Promise<Finding> {
  const { rows } = await pool.query<{ name: string }>(
    `select oid::regclass::text as name from pg_class
      where relnamespace = any (array(select oid from pg_namespace where nspname in ('public', 'private')))
        and relkind in ('r', 'p') and not relrowsecurity`,
  );
  const { rows: open } = await pool.query<{ name: string }>(
    `select format('%s on %s', policyname, tablename) as name from pg_policies
      where schemaname = 'public' and (qual = 'true' or with_check = 'true')`,
  );
  const broken = [...rows, ...open].map(({ name }) => name);
  if (broken.length === 0) return ok("Row policies", "every table asks them");
  return problem(
    "Row policies",
    `missing or open to all: ${broken.join(", ")}`,
    "Somebody changed the schema by hand: compare it with supabase/migrations.",
  );
}

async function roles(pool: pg.Pool): Promise<Finding> {
  const { rows } = await pool.query<{ name: string; superuser: boolean }>(
    `select rolname as name, rolsuper as superuser from pg_roles
      where rolname in ('anon', 'authenticated', 'service_role', current_user)`,
  );
  const missing = ["anon", "authenticated", "service_role"].filter(
    (role) => !rows.some(({ name }) => name === role),
  );
  const mighty = rows.filter(({ superuser }) => superuser).map(({ name }) => name);
  if (missing.length > 0)
    return problem("Roles", `missing: ${missing.join(", ")}`, "Start the product once: it makes them.");
  if (mighty.length > 0)
    return problem(
      "Roles",
      `superuser: ${mighty.join(", ")}`,
      "Connect as an owner of the tables that is no superuser.",
    );
  return ok("Roles", "as they should be, none is a superuser");
}
