import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { z } from "zod";
import { queryRows } from "../query.ts";
import { StartupError } from "./startup-error.ts";

const History = z.array(z.object({ version: z.string() }));

export type MigrateOptions = {
  /** Directory of `<digits>_<name>.sql` files, run in the order of their names. */
  folder: string;
  /** The history table with its schema, such as `embedded.migrations`. Both are created if missing. */
  table: string;
  /**
   * History table of another tool that runs the same files, with columns `version` and `name` (without digits). Its
   * entries count as applied, and migrations that run here are added to it. Ignored if the table does not exist.
   */
  sharedHistory?: string;
  /** Instructions for getting an empty database, appended to the error for a database that is too old to upgrade. */
  startOver?: string;
};

type Migration = { version: string; name: string; file: string };

const MIGRATION_FILE = /^(\d+)_(.+)\.sql$/;

/**
 * Runs pending migrations. Each file runs in its own transaction together with its history entry, so an interrupted run
 * resumes where it stopped. If several processes start at the same time, one migrates and the others wait.
 * Returns the names of the migrations that ran.
 * @throws {StartupError} if a file fails, or if the database was created by a newer version or by one too old to
 * upgrade
 */
export async function migrate(
  pool: pg.Pool,
  { folder, table, sharedHistory, startOver }: MigrateOptions,
): Promise<string[]> {
  const migrations = await listMigrations(folder);
  const [schema, name] = table.split(".") as [string, string];
  const history = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
  const client = await pool.connect();
  try {
    // The timeouts of the pool are too short: a migration may wait for the lock or rewrite a large table.
    await client.query("set statement_timeout = 0; set lock_timeout = 0");
    await client.query("select pg_advisory_lock(hashtext('embedded-supabase.migrate'), hashtext($1))", [
      table,
    ]);
    await client.query(`create schema if not exists ${pg.escapeIdentifier(schema)}`);
    await client.query(
      `create table if not exists ${history} (
         version text primary key, name text not null, applied_at timestamptz not null default now())`,
    );
    await enableRowSecurity(client, history);
    const shared = sharedHistory && (await tableExists(client, sharedHistory)) ? sharedHistory : null;
    if (shared) {
      await importSharedHistory(client, migrations, history, shared);
    }
    const applied = new Set(await readVersions(client, history));
    rejectUnknownVersions(applied, migrations, { folder, startOver });
    const pending = migrations.filter((migration) => !applied.has(migration.version));
    for (const migration of pending) {
      await applyMigration(client, migration, history, shared);
    }
    return pending.map((migration) => migration.name);
  } finally {
    // Close the connection. It has changed settings, the lock, and possibly a failed transaction.
    client.release(true);
  }
}

/** Hides the history from API roles. Checks first, because `alter table` waits until no one reads the table. */
async function enableRowSecurity(client: pg.PoolClient, history: string): Promise<void> {
  const { rowCount } = await client.query(
    "select from pg_class where oid = to_regclass($1) and not relrowsecurity",
    [history],
  );
  if (rowCount) {
    await client.query(`alter table ${history} enable row level security`);
  }
}

async function readVersions(client: pg.PoolClient, history: string): Promise<string[]> {
  const { rows } = await client.query(`select version from ${history}`);
  return History.parse(rows).map(({ version }) => version);
}

async function tableExists(client: pg.PoolClient, table: string): Promise<boolean> {
  const [row] = await queryRows(client, "select to_regclass($1) is not null as found", [table]);
  return row?.found === true;
}

// Unknown versions are imported too, so that a database of a newer version is rejected whichever tool migrated it.
async function importSharedHistory(
  client: pg.PoolClient,
  migrations: Migration[],
  history: string,
  shared: string,
): Promise<void> {
  for (const version of await readVersions(client, shared)) {
    const name = migrations.find((migration) => migration.version === version)?.name ?? version;
    await client.query(`insert into ${history} (version, name) values ($1, $2) on conflict do nothing`, [
      version,
      name,
    ]);
  }
}

async function listMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".sql")).sort();
  const migrations = files.map((file) => {
    const [, version, name] = MIGRATION_FILE.exec(file) ?? [];
    if (!version || !name) {
      throw new StartupError(`${join(folder, file)} is not named <digits>_<name>.sql.`);
    }
    return { version, name: `${version}_${name}`, file: join(folder, file) };
  });
  const duplicate = migrations.find(
    (migration, index) => migrations[index - 1]?.version === migration.version,
  );
  if (duplicate) {
    throw new StartupError(`Two migrations in ${folder} have the version ${duplicate.version}.`);
  }
  return migrations;
}

/** Versions older than the oldest file belong to migrations that were replaced by a new baseline. */
function rejectUnknownVersions(
  applied: Set<string>,
  migrations: Migration[],
  { folder, startOver = "Start with an empty database." }: Pick<MigrateOptions, "folder" | "startOver">,
): void {
  const versions = new Set(migrations.map((migration) => migration.version));
  const unknown = [...applied].filter((version) => !versions.has(version));
  const [oldest] = migrations;
  if (oldest && unknown.some((version) => version < oldest.version)) {
    throw new StartupError(
      `The database was created by a pre-release version of this product and cannot be upgraded. ${startOver}`,
    );
  }
  if (unknown.length > 0) {
    throw new StartupError(
      `The database was migrated by a newer version of this product (${unknown.join(", ")} is not in ${folder}). Start that version, or restore a backup.`,
    );
  }
}

async function applyMigration(
  client: pg.PoolClient,
  { version, name, file }: Migration,
  history: string,
  shared: string | null,
): Promise<void> {
  const sql = await readFile(file, "utf8");
  try {
    await client.query("begin");
    // A table with pending deferred constraint checks cannot be altered, so check immediately.
    await client.query("set constraints all immediate");
    await client.query(sql);
    await client.query(`insert into ${history} (version, name) values ($1, $2)`, [version, name]);
    if (shared) {
      await client.query(`insert into ${shared} (version, name) values ($1, $2)`, [
        version,
        name.replace(/^\d+_/, ""),
      ]);
    }
    await client.query("commit");
  } catch (error) {
    throw new StartupError(`Migration ${name} failed${formatLine(error, sql)}: ${(error as Error).message}`, {
      cause: error,
    });
  }
}

function formatLine(error: unknown, sql: string): string {
  const position = Number((error as pg.DatabaseError).position);
  return position > 0 ? ` at line ${sql.slice(0, position).split("\n").length}` : "";
}
