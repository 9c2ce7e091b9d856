import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import pg from "pg";
import { StartupProblem } from "./startup-problem.ts";

export type MigrateOptions = {
  /** Folder of `<digits>_<name>.sql` files, run in the order of their names. */
  folder: string;
  /** The table that remembers what has run, with its schema: `embedded.migrations`. Both are made when missing. */
  table: string;
  /**
   * Where another tool notes the same files, `version` and `name` (without its digits) each: what it ran counts as run,
   * and is told what runs here. Ignored where there is no such table.
   */
  sharedWith?: string;
};

type Migration = { version: string; name: string; file: string };

const migrationFile = /^(\d+)_(.+)\.sql$/;

/**
 * Brings a database up to date: each file in a transaction of its own together with the note that it ran, so that an
 * interrupted run goes on where it stopped. Several processes may start at once: one migrates, the others wait.
 * Returns the names that ran now; none on a second run.
 * Throws a StartupProblem when a file fails, and when the database knows a version that the folder does not.
 */
export async function migrate(
  pool: pg.Pool,
  { folder, table, sharedWith }: MigrateOptions,
): Promise<string[]> {
  const known = await migrationsIn(folder);
  const [schema, name] = table.split(".") as [string, string];
  const history = `${pg.escapeIdentifier(schema)}.${pg.escapeIdentifier(name)}`;
  const client = await pool.connect();
  try {
    // Migrations wait for their turn and may rewrite tables: the pool's limits are for requests.
    await client.query("set statement_timeout = 0; set lock_timeout = 0");
    await client.query("select pg_advisory_lock(hashtext('embedded-supabase.migrate'), hashtext($1))", [
      table,
    ]);
    await client.query(`create schema if not exists ${pg.escapeIdentifier(schema)}`);
    await client.query(
      `create table if not exists ${history} (
         version text primary key, name text not null, applied_at timestamptz not null default now())`,
    );
    await closeToOthers(client, history);
    const shared = sharedWith && (await exists(client, sharedWith)) ? sharedWith : null;
    if (shared) await adopt(client, known, history, shared);
    const { rows } = await client.query<{ version: string }>(`select version from ${history}`);
    const applied = new Set(rows.map((row) => row.version));
    refuseNewerDatabase(applied, known, folder);
    const waiting = known.filter((migration) => !applied.has(migration.version));
    for (const migration of waiting) await apply(client, migration, history, shared);
    return waiting.map((migration) => migration.name);
  } finally {
    // Settings, lock and a failed transaction belong to the connection: end it rather than hand it on.
    client.release(true);
  }
}

/** What ran is the migrating account's own affair. The table is altered once: that waits for whoever reads it. */
async function closeToOthers(client: pg.PoolClient, history: string): Promise<void> {
  const { rowCount } = await client.query(
    "select from pg_class where oid = to_regclass($1) and not relrowsecurity",
    [history],
  );
  if (rowCount) await client.query(`alter table ${history} enable row level security`);
}

async function exists(client: pg.PoolClient, table: string): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>("select to_regclass($1) is not null as found", [
    table,
  ]);
  return rows[0]?.found === true;
}

// Versions nobody here knows are noted too: a database of a newer program is refused, whoever migrated it.
async function adopt(
  client: pg.PoolClient,
  known: Migration[],
  history: string,
  shared: string,
): Promise<void> {
  const { rows } = await client.query<{ version: string }>(`select version from ${shared}`);
  for (const { version } of rows) {
    const name = known.find((migration) => migration.version === version)?.name ?? version;
    await client.query(`insert into ${history} (version, name) values ($1, $2) on conflict do nothing`, [
      version,
      name,
    ]);
  }
}

async function migrationsIn(folder: string): Promise<Migration[]> {
  const files = (await readdir(folder)).filter((file) => file.endsWith(".sql")).sort();
  const migrations = files.map((file) => {
    const [, version, name] = migrationFile.exec(file) ?? [];
    if (!version || !name)
      throw new StartupProblem(`${join(folder, file)} is not named <digits>_<name>.sql.`);
    return { version, name: `${version}_${name}`, file: join(folder, file) };
  });
  const doubled = migrations.find((one, index) => migrations[index - 1]?.version === one.version);
  if (doubled) throw new StartupProblem(`Two migrations in ${folder} have the version ${doubled.version}.`);
  return migrations;
}

function refuseNewerDatabase(applied: Set<string>, known: Migration[], folder: string): void {
  const versions = new Set(known.map((migration) => migration.version));
  const foreign = [...applied].filter((version) => !versions.has(version));
  if (foreign.length > 0) {
    throw new StartupProblem(
      `The database was migrated by a newer version of this program (${foreign.join(", ")} is not in ${folder}): run that version, or restore a backup.`,
    );
  }
}

async function apply(
  client: pg.PoolClient,
  { version, name, file }: Migration,
  history: string,
  shared: string | null,
): Promise<void> {
  const sql = await readFile(file, "utf8");
  try {
    await client.query("begin");
    // Rows that wait for a check until the end would keep the file from altering their table.
    await client.query("set constraints all immediate");
    await client.query(sql);
    await client.query(`insert into ${history} (version, name) values ($1, $2)`, [version, name]);
    if (shared)
      await client.query(`insert into ${shared} (version, name) values ($1, $2)`, [
        version,
        name.replace(/^\d+_/, ""),
      ]);
    await client.query("commit");
  } catch (cause) {
    throw new StartupProblem(`Migration ${name} failed${lineOf(cause, sql)}: ${(cause as Error).message}`, {
      cause,
    });
  }
}

function lineOf(cause: unknown, sql: string): string {
  const position = Number((cause as pg.DatabaseError).position);
  return position > 0 ? ` at line ${sql.slice(0, position).split("\n").length}` : "";
}
