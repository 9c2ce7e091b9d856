import { readdir } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import type pg from "pg";
import { queryRows } from "#server/database/query.ts";
import { type Finding, ok, problem } from "./finding.ts";

const MIN_POSTGRES_VERSION = 15;
const MAX_CLOCK_SKEW_MS = 5_000;
const PRODUCT_MIGRATIONS = fileURLToPath(new URL("../../supabase/migrations", import.meta.url));

/** Checks the server version and clock, the schema version, the row policies and the roles. */
export async function checkDatabase(pool: pg.Pool): Promise<Finding[]> {
  return [
    ...(await checkServer(pool)),
    await checkMigrations(pool),
    await checkPolicies(pool),
    await checkRoles(pool),
  ];
}

async function checkServer(pool: pg.Pool): Promise<Finding[]> {
  const startedAt = Date.now();
  const [server] = await queryRows(
    pool,
    `select current_setting('server_version_num')::integer / 10000 as version,
            pg_size_pretty(pg_database_size(current_database())) as size, clock_timestamp() as now
     -- not null: version, size`,
  );
  const { version = 0, size = "", now = new Date() } = server ?? {};
  const midpoint = (startedAt + Date.now()) / 2;
  const skewSeconds = Math.round((now.getTime() - midpoint) / 1000);
  return [
    version >= MIN_POSTGRES_VERSION
      ? ok("Database", `PostgreSQL ${version}, ${size}`)
      : problem(
          "Database",
          `PostgreSQL ${version}`,
          `Upgrade to PostgreSQL ${MIN_POSTGRES_VERSION} or newer.`,
        ),
    Math.abs(now.getTime() - midpoint) <= MAX_CLOCK_SKEW_MS
      ? ok("Clock", "in sync with the database")
      : problem(
          "Clock",
          `differs from the database by ${skewSeconds} s`,
          "Synchronize both machines with a time server. Sign-in depends on it.",
        ),
  ];
}

async function checkMigrations(pool: pg.Pool): Promise<Finding> {
  const versions = (await readdir(PRODUCT_MIGRATIONS)).flatMap(
    (file) => /^\d+(?=_.*\.sql$)/.exec(file) ?? [],
  );
  versions.sort();
  const rows = await queryRows(pool, "select version from private.migrations").catch(() => []);
  const appliedVersions = new Set(rows.map(({ version }) => version));
  const pendingVersions = versions.filter((version) => !appliedVersions.has(version));
  const unknownVersions = [...appliedVersions].filter((version) => !versions.includes(version));
  if (unknownVersions.some((version) => version < (versions[0] ?? ""))) {
    return problem(
      "Schema",
      "created by a pre-release version, which cannot be upgraded",
      "Start with an empty DATA_DIR or database.",
    );
  }
  if (unknownVersions.length > 0) {
    return problem(
      "Schema",
      `created by a newer version (${unknownVersions.join(", ")})`,
      "Run that version of the product, or restore a backup.",
    );
  }
  if (pendingVersions.length > 0) {
    return problem(
      "Schema",
      `${pendingVersions.length} pending migrations, latest ${pendingVersions.at(-1)}`,
      "Start the product. It runs pending migrations.",
    );
  }
  return ok("Schema", `${appliedVersions.size} migrations applied, latest ${versions.at(-1)}`);
}

async function checkPolicies(pool: pg.Pool): Promise<Finding> {
  const unprotectedTables = await queryRows(
    pool,
    `select oid::regclass::text as name from pg_class
      where relnamespace = any (array(select oid from pg_namespace where nspname in ('public', 'private')))
        and relkind in ('r', 'p') and not relrowsecurity`,
  );
  const unrestrictedPolicies = await queryRows(
    pool,
    `select format('%s on %s', policyname, tablename) as name from pg_policies
      where schemaname = 'public' and (qual = 'true' or with_check = 'true')`,
  );
  const violations = [...unprotectedTables, ...unrestrictedPolicies].map(({ name }) => name);
  if (violations.length === 0) {
    return ok("Row policies", "enabled on every table");
  }
  return problem(
    "Row policies",
    `missing or unrestricted: ${violations.join(", ")}`,
    "The schema was changed manually. Compare it with supabase/migrations.",
  );
}

async function checkRoles(pool: pg.Pool): Promise<Finding> {
  const rows = await queryRows(
    pool,
    `select rolname as name, rolsuper as superuser from pg_roles
      where rolname in ('anon', 'authenticated', 'service_role', current_user)`,
  );
  const missingRoles = ["anon", "authenticated", "service_role"].filter(
    (role) => !rows.some(({ name }) => name === role),
  );
  const superusers = rows.filter(({ superuser }) => superuser).map(({ name }) => name);
  if (missingRoles.length > 0) {
    return problem("Roles", `missing: ${missingRoles.join(", ")}`, "Start the product. It creates them.");
  }
  if (superusers.length > 0) {
    return problem(
      "Roles",
      `superuser: ${superusers.join(", ")}`,
      "Connect with an account that owns the tables but is not a superuser.",
    );
  }
  return ok("Roles", "correct, none is a superuser");
}
