import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { z } from "zod";
import { getErrorMessage } from "../error-details.ts";
import { execute, queryRows } from "../query.ts";
import { StartupError } from "./startup-error.ts";

const HistoryRows = z.array(z.object({ version: z.string() }));

export type MigrateOptions = {
  /** Directory of `<digits>_<name>.sql` files, which run in name order. */
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

const MIGRATION_FILE_NAME = /^(\d+)_(.+)\.sql$/;

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
  const [schema = "", name = ""] = table.split(".");
  const historyTable = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
  const client = await pool.connect();
  try {
    // Disable the pool's timeouts, because a migration may wait for the lock or rewrite a large table.
    await client.query("set statement_timeout = 0; set lock_timeout = 0");
    await queryRows(client, "select pg_advisory_lock(hashtext('embedded-supabase.migrate'), hashtext($1))", [
      table,
    ]);
    await client.query(`create schema if not exists ${pg.escapeIdentifier(schema)}`);
    await client.query(
      `create table if not exists ${historyTable} (
         version text primary key, name text not null, applied_at timestamptz not null default now())`,
    );
    await enableRowSecurity(client, historyTable);
    const sharedTable = sharedHistory && (await tableExists(client, sharedHistory)) ? sharedHistory : null;
    if (sharedTable) {
      await importSharedHistory(client, migrations, historyTable, sharedTable);
    }
    const applied = new Set(await readVersions(client, historyTable));
    rejectUnknownVersions(applied, migrations, { folder, startOver });
    const pending = migrations.filter((migration) => !applied.has(migration.version));
    for (const migration of pending) {
      await applyMigration(client, migration, historyTable, sharedTable);
    }
    return pending.map((migration) => migration.name);
  } finally {
    // Close the connection, because it has changed settings, holds the lock, and may be in a failed transaction.
    client.release(true);
  }
}

/** Hides the history from API roles. Runs `alter table` only if needed, because it waits for all readers. */
async function enableRowSecurity(client: pg.PoolClient, historyTable: string): Promise<void> {
  const unprotectedCount = await execute(
    client,
    "select from pg_class where oid = to_regclass($1) and not relrowsecurity",
    [historyTable],
  );
  if (unprotectedCount > 0) {
    await client.query(`alter table ${historyTable} enable row level security`);
  }
}

async function readVersions(client: pg.PoolClient, historyTable: string): Promise<string[]> {
  const { rows } = await client.query(`select version from ${historyTable}`);
  return HistoryRows.parse(rows).map(({ version }) => version);
}

async function tableExists(client: pg.PoolClient, table: string): Promise<boolean> {
  const [row] = await queryRows(client, "select to_regclass($1) is not null as found", [table]);
  return row?.found === true;
}

// Imports unknown versions too, so that a newer database is rejected regardless of the tool that migrated it.
async function importSharedHistory(
  client: pg.PoolClient,
  migrations: Migration[],
  historyTable: string,
  sharedTable: string,
): Promise<void> {
  for (const version of await readVersions(client, sharedTable)) {
    const name = migrations.find((migration) => migration.version === version)?.name ?? version;
    await client.query(`insert into ${historyTable} (version, name) values ($1, $2) on conflict do nothing`, [
      version,
      name,
    ]);
  }
}

async function listMigrations(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".sql")).sort();
  const migrations = files.map((file) => {
    const [, version, name] = MIGRATION_FILE_NAME.exec(file) ?? [];
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
  historyTable: string,
  sharedTable: string | null,
): Promise<void> {
  const sql = await readFile(file, "utf8");
  try {
    await client.query("begin");
    // A table with pending deferred constraint checks cannot be altered, so check constraints immediately.
    await client.query("set constraints all immediate");
    await client.query(sql);
    await client.query(`insert into ${historyTable} (version, name) values ($1, $2)`, [version, name]);
    if (sharedTable) {
      await client.query(`insert into ${sharedTable} (version, name) values ($1, $2)`, [
        version,
        name.replace(/^\d+_/, ""),
      ]);
    }
    await client.query("commit");
  } catch (error) {
    throw new StartupError(
      `Migration ${name} failed${formatErrorLine(error, sql)}: ${getErrorMessage(error)}`,
      {
        cause: error,
      },
    );
  }
}

function formatErrorLine(error: unknown, sql: string): string {
  const position = error instanceof pg.DatabaseError ? Number(error.position) : 0;
  return position > 0 ? ` at line ${sql.slice(0, position).split("\n").length}` : "";
}
