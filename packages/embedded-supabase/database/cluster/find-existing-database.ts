import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { acceptsConnections, type Connection } from "../connection.ts";
import { findExistingCluster } from "./existing-cluster.ts";

/** The database in a data directory. `running` is the connection to its running server, or null. */
export type ExistingDatabase = {
  running: Connection | null;
  /** The PostgreSQL data directory, for backups. */
  clusterDirectory: string;
};

// postmaster.pid has one value per line: process id, data directory, start time, port, socket directory, …
const SOCKET_DIRECTORY_LINE = 4;

/** Finds the database without starting or changing anything. Returns null if none has been created. */
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
  // A killed server leaves its pid file behind.
  return { running: (await acceptsConnections(connection)) ? connection : null, clusterDirectory };
}
