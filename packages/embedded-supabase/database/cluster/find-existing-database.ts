import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { acceptsConnections, type Connection } from "../connection.ts";
import { findExistingCluster } from "./existing-cluster.ts";

/** The database of a data directory. `running` is its connection if another process runs it, otherwise null. */
export type ExistingDatabase = {
  running: Connection | null;
  /** The PostgreSQL data directory, for backups. */
  clusterDirectory: string;
};

// Lines of postmaster.pid: process id, data directory, start time, port, socket directory, …
const SOCKET_DIRECTORY_LINE = 4;

/** Finds the database without starting or changing anything; null if none was created yet. */
export async function findExistingDatabase(dataDir: string): Promise<ExistingDatabase | null> {
  const cluster = await findExistingCluster(join(resolve(dataDir), "database"));
  if (!cluster) {
    return null;
  }
  const clusterDirectory = join(cluster.directory, "cluster");
  const pidFile = await readFile(join(clusterDirectory, "postmaster.pid"), "utf8").catch(() => "");
  const host = pidFile.split("\n")[SOCKET_DIRECTORY_LINE]?.trim();
  if (!host) {
    return { running: null, clusterDirectory };
  }
  const connection = { host, user: "app_owner", database: "app" };
  // A killed server leaves the file behind.
  return { running: (await acceptsConnections(connection)) ? connection : null, clusterDirectory };
}
