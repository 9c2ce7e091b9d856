import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { queryRows } from "../query.ts";
import { type Connection, withClient } from "./connection.ts";

/** A backup entry: the first `size` bytes of a file, or a string. */
export type BackupEntry = { path: string; size: number } | { text: string };
/** Stores one entry under its name relative to the cluster directory, such as `base/5/1247`. */
export type WriteEntry = (name: string, entry: BackupEntry) => Promise<void>;

// These are not copied, because they belong to the running server or are recreated at startup.
const EXCLUDED_FILES = new Set(["postmaster.pid", "postmaster.opts", "pg_internal.init", "backup_label.old"]);
const EMPTIED_DIRECTORIES = new Set([
  "pg_wal",
  "pg_stat_tmp",
  "pg_replslot",
  "pg_dynshmem",
  "pg_notify",
  "pg_serial",
  "pg_snapshots",
  "pg_subtrans",
]);
const WAL_FILE_NAME = /^[0-9A-F]{24}$/;

/**
 * Copies a running cluster with PostgreSQL's low-level backup API. Files may change while they are read. The WAL, which
 * is copied last, and the backup label make the copy consistent.
 * @throws {Error} if the database or `writeEntry` fails, which does not affect the server
 */
export async function backUpCluster(
  server: { superuser: Connection; clusterDirectory: string },
  writeEntry: WriteEntry,
): Promise<void> {
  await withClient(server.superuser, async (client) => {
    // The slot retains WAL written during the backup. It is dropped when the connection closes.
    await queryRows(client, "select pg_create_physical_replication_slot($1, true, true)", [
      `backup_${process.pid}_${Date.now()}`,
    ]);
    await queryRows(client, "select pg_backup_start('backup', fast => true)");
    await writeFiles(server.clusterDirectory, "", writeEntry);
    const { label, first, last } = await stopBackup(client);
    await writeWal(join(server.clusterDirectory, "pg_wal"), first, last, writeEntry);
    await writeEntry("backup_label", { text: label });
  });
}

async function writeFiles(cluster: string, folder: string, writeEntry: WriteEntry): Promise<void> {
  for (const entry of await readdir(join(cluster, folder), { withFileTypes: true })) {
    const name = folder ? `${folder}/${entry.name}` : entry.name;
    if (entry.isDirectory()) {
      if (!EMPTIED_DIRECTORIES.has(name)) {
        await writeFiles(cluster, name, writeEntry);
      }
    } else if (entry.isFile() && !EXCLUDED_FILES.has(entry.name)) {
      await writeFile(cluster, name, writeEntry);
    }
  }
}

async function writeFile(cluster: string, name: string, writeEntry: WriteEntry): Promise<void> {
  const path = join(cluster, name);
  // A file that was removed after its directory was listed belongs to a dropped table and is not needed.
  const stats = await stat(path).catch(() => null);
  if (stats) {
    await writeEntry(name, { path, size: stats.size });
  }
}

/** Ends the backup. `first` and `last` are the first and last WAL files that the copy needs. */
async function stopBackup(client: pg.Client): Promise<{ label: string; first: string; last: string }> {
  const [backup] = await queryRows(
    client,
    `select stopped.labelfile as label, pg_walfile_name(stopped.lsn) as last
       from pg_backup_stop(wait_for_archive => false) as stopped
     -- not null: label, last`,
  );
  const first = /START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)/.exec(backup?.label ?? "")?.[1];
  if (!backup || !first) {
    throw new Error("PostgreSQL returned no backup label");
  }
  return { ...backup, first };
}

async function writeWal(folder: string, first: string, last: string, writeEntry: WriteEntry): Promise<void> {
  const names = (await readdir(folder)).filter(
    (name) => WAL_FILE_NAME.test(name) && name >= first && name <= last,
  );
  if (!names.includes(first) || !names.includes(last)) {
    throw new Error(`the WAL from ${first} to ${last} is incomplete`);
  }
  for (const name of names.sort()) {
    const { size } = await stat(join(folder, name));
    await writeEntry(`pg_wal/${name}`, { path: join(folder, name), size });
  }
}

/** Directories that are empty in a backup, but must exist for a server to start. */
export const EMPTY_DIRECTORIES: readonly string[] = [
  ...EMPTIED_DIRECTORIES,
  ...["pg_commit_ts", "pg_logical/mappings", "pg_logical/snapshots", "pg_stat", "pg_tblspc", "pg_twophase"],
  ...["pg_multixact/members", "pg_multixact/offsets", "pg_wal/archive_status", "pg_wal/summaries"],
];
