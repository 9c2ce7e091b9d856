import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Log, silentLog } from "../log.ts";
import { resolveClusterLocation } from "./cluster/cluster-location.ts";
import { createDirectoryLocks, type DirectoryLocks } from "./cluster/directory-lock.ts";
import { ensureCluster } from "./cluster/ensure-cluster.ts";
import { type ExistingCluster, findExistingCluster } from "./cluster/existing-cluster.ts";
import { DEFAULT_EXTERNAL_BASE } from "./cluster/external-directory.ts";
import { findInstalledBinaries, type PostgresBinaries } from "./cluster/postgres-binaries.ts";
import { acceptsConnections, type Connection, withClient } from "./connection.ts";
import { createAppDatabase } from "./roles.ts";
import { buildServerArguments } from "./server/server-settings.ts";
import { createSocketDirectory } from "./server/socket-directory.ts";
import { startServer } from "./server/start-server.ts";
import { stopOrphanedServer } from "./server/stop-server.ts";
import { superviseServer } from "./server/supervise.ts";
import { StartupError } from "./startup-error.ts";

export type EmbeddedPostgresOptions = {
  /** The data directory. PostgreSQL uses its subdirectory `database`. */
  dataDir: string;
  log?: Log;
  /** Defaults to the PostgreSQL that npm installed. */
  binaries?: PostgresBinaries;
  /**
   * Listens on 127.0.0.1 instead of a Unix socket. Both logins use the password, which is set when the cluster is
   * created.
   */
  listen?: { port: number; password: string };
  /**
   * If the process is root, always runs PostgreSQL as an unprivileged account, never in a user namespace. Data and
   * programs that the account cannot access are stored under `base`.
   */
  asAccount?: { base: string };
  /** Overrides server settings, such as `{ fsync: "off" }` in tests. */
  settings?: Record<string, string>;
};

export type RunningPostgres = {
  /** Connects as `app_owner`, which owns the database `app` and is not a superuser. */
  connection: Connection;
  superuser: Connection;
  /** The PostgreSQL data directory, for backups. */
  clusterDirectory: string;
  /** Shuts the server down and unlocks the data directory. Idempotent. */
  stop(): Promise<void>;
};

/**
 * Starts PostgreSQL on a data directory and creates the cluster, roles and database on first use.
 * Only one process can use a data directory. A server left running by a killed process is stopped first, and a server
 * that crashes is restarted.
 * @throws {StartupError} if the directory is in use or belongs to another PostgreSQL version, or the server does not
 * start
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<RunningPostgres> {
  const directory = join(resolve(options.dataDir), "database");
  await mkdir(directory, { recursive: true, mode: 0o700 }).catch((error: Error) => {
    throw new StartupError(`We couldn't use the data directory: ${error.message}`, { cause: error });
  });
  const locks = createDirectoryLocks();
  await locks.acquire(directory);
  try {
    const existing = await findExistingCluster(directory);
    if (existing) {
      await stopOrphan(existing, locks, options.log);
    }
    return await runServer(directory, existing, locks, options);
  } catch (error) {
    await locks.releaseAll();
    throw error;
  }
}

async function stopOrphan({ directory }: ExistingCluster, locks: DirectoryLocks, log?: Log): Promise<void> {
  // A copied data directory links to the same external directory, so lock that directory too.
  await locks.acquire(directory);
  if ((await stopOrphanedServer(join(directory, "cluster"))) === "stopped") {
    log?.warn({ directory }, "Stopped a database server left running by a killed process");
  }
}

async function runServer(
  directory: string,
  existing: ExistingCluster | null,
  locks: DirectoryLocks,
  { log = silentLog, listen, ...options }: EmbeddedPostgresOptions,
): Promise<RunningPostgres> {
  const installed = options.binaries ?? (await findInstalledBinaries());
  const {
    directory: clusterParent,
    binaries,
    runAs,
  } = await resolveClusterLocation(directory, existing, installed, {
    log,
    allowUserNamespaces: options.asAccount === undefined,
    base: options.asAccount?.base ?? DEFAULT_EXTERNAL_BASE,
  });
  await locks.acquire(clusterParent);
  const clusterDirectory = await ensureCluster(clusterParent, binaries, runAs, listen?.password);
  const socket = await createSocketDirectory(clusterParent, runAs.account);
  const address = listen
    ? { host: "127.0.0.1", port: listen.port, password: listen.password }
    : { host: socket.path };
  const superuser: Connection = { ...address, user: "postgres", database: "postgres" };
  const settings = buildServerArguments(listen ?? { socket: socket.path }, options.settings);
  const command = runAs.command(binaries.postgres, ["-D", clusterDirectory, ...settings]);
  const server = await superviseServer(
    () => startServer(command, join(directory, "postgres.log"), () => acceptsConnections(superuser)),
    log,
  );
  const stop = runOnce(async () => {
    await server.stop();
    await socket.remove();
    await locks.releaseAll();
  });
  try {
    await withClient(superuser, (client) => createAppDatabase(client, listen?.password));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    connection: { ...address, user: "app_owner", database: "app" },
    superuser,
    clusterDirectory,
    stop,
  };
}

function runOnce(action: () => Promise<void>): () => Promise<void> {
  let pendingRun: Promise<void> | null = null;
  return () => {
    pendingRun ??= action();
    return pendingRun;
  };
}
