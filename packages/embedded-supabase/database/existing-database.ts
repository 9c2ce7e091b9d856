import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Connection, isAnswering } from "./connection.ts";
import { existingCluster } from "./existing-cluster.ts";

/** The database of a data directory: how to reach it while another process runs it, null while none does. */
export type ExistingDatabase = {
  running: Connection | null;
  /** The cluster's own directory, for backups. */
  clusterDirectory: string;
};

// PostgreSQL's own note about a running server: process, cluster, start, port, directory of the socket, …
const socketLine = 4;

/** Looks without starting or changing anything; null where no database was made yet. */
export async function existingDatabase(dataDir: string): Promise<ExistingDatabase | null> {
  const cluster = await existingCluster(join(resolve(dataDir), "database"));
  if (!cluster) return null;
  const clusterDirectory = join(cluster.home, "cluster");
  const note = await readFile(join(clusterDirectory, "postmaster.pid"), "utf8").catch(() => "");
  const host = note.split("\n")[socketLine]?.trim();
  if (!host) return { running: null, clusterDirectory };
  const connection = { host, user: "app_owner", database: "app" };
  // A killed server leaves its note behind.
  return { running: (await isAnswering(connection)) ? connection : null, clusterDirectory };
}
