import { readdir, stat } from "node:fs/promises";
import { join } from "node:path";
import type pg from "pg";
import { type Connection, withClient } from "./connection.ts";

/** What a backup takes: a file as it lies there, of which the first `size` bytes count, or a text of its own. */
export type BackupEntry = { path: string; size: number } | { text: string };
/** Takes one entry under its name in the cluster's directory, such as `base/5/1247`. */
export type TakeEntry = (name: string, entry: BackupEntry) => Promise<void>;

// Written anew by the server that is started on the copy, or of this server alone.
const LEFT_OUT = new Set(["postmaster.pid", "postmaster.opts", "pg_internal.init", "backup_label.old"]);
const EMPTIED = new Set([
  "pg_wal",
  "pg_stat_tmp",
  "pg_replslot",
  "pg_dynshmem",
  "pg_notify",
  "pg_serial",
  "pg_snapshots",
  "pg_subtrans",
]);
const WAL_FILE = /^[0-9A-F]{24}$/;

/**
 * Copies a running cluster without stopping it: PostgreSQL's own low-level backup. Files may change while they are
 * read; the log that is copied last, together with the label, brings the copy to one consistent moment.
 * @throws the database's own error; `take`'s error ends the backup and leaves the server as it was.
 */
export async function onlineBackup(
  server: { superuser: Connection; clusterDirectory: string },
  take: TakeEntry,
): Promise<void> {
  await withClient(server.superuser, async (client) => {
    // A slot keeps the log that is written meanwhile; it is temporary and goes with the connection.
    await client.query("select pg_create_physical_replication_slot($1, true, true)", [
      `backup_${process.pid}_${Date.now()}`,
    ]);
    await client.query("select pg_backup_start('backup', fast => true)");
    await takeFiles(server.clusterDirectory, "", take);
    const { label, first, last } = await stopBackup(client);
    await takeLog(join(server.clusterDirectory, "pg_wal"), first, last, take);
    await take("backup_label", { text: label });
  });
}

async function takeFiles(cluster: string, folder: string, take: TakeEntry): Promise<void> {
  for (const entry of await readdir(join(cluster, folder), { withFileTypes: true })) {
    const name = folder ? `${folder}/${entry.name}` : entry.name;
    if (entry.isDirectory()) {
      if (!EMPTIED.has(name)) await takeFiles(cluster, name, take);
    } else if (entry.isFile() && !LEFT_OUT.has(entry.name)) {
      await takeFile(cluster, name, take);
    }
  }
}

async function takeFile(cluster: string, name: string, take: TakeEntry): Promise<void> {
  const path = join(cluster, name);
  // A table dropped since the folder was read is not in the copy's end either.
  const found = await stat(path).catch(() => null);
  if (found) await take(name, { path, size: found.size });
}

/** Ends the backup; `first` and `last` are the log's files the copy needs. */
async function stopBackup(client: pg.Client): Promise<{ label: string; first: string; last: string }> {
  const { rows } = await client.query<{ label: string; last: string }>(
    `select stopped.labelfile as label, pg_walfile_name(stopped.lsn) as last
       from pg_backup_stop(wait_for_archive => false) as stopped`,
  );
  const [stopped] = rows;
  const first = /START WAL LOCATION: \S+ \(file ([0-9A-F]{24})\)/.exec(stopped?.label ?? "")?.[1];
  if (!stopped || !first) throw new Error("PostgreSQL gave no label for the backup");
  return { ...stopped, first };
}

async function takeLog(folder: string, first: string, last: string, take: TakeEntry): Promise<void> {
  const names = (await readdir(folder)).filter(
    (name) => WAL_FILE.test(name) && name >= first && name <= last,
  );
  if (!names.includes(first) || !names.includes(last))
    throw new Error(`the database's log from ${first} to ${last} is not complete`);
  for (const name of names.sort()) {
    const { size } = await stat(join(folder, name));
    await take(`pg_wal/${name}`, { path: join(folder, name), size });
  }
}

/** The folders a copy needs and that hold nothing in it; a server does not start without them. */
export const EMPTY_FOLDERS: readonly string[] = [
  ...EMPTIED,
  ...["pg_commit_ts", "pg_logical/mappings", "pg_logical/snapshots", "pg_stat", "pg_tblspc", "pg_twophase"],
  ...["pg_multixact/members", "pg_multixact/offsets", "pg_wal/archive_status", "pg_wal/summaries"],
];
