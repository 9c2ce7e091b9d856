import { mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { type Log, silentLog } from "../log.ts";
import { existingOrNewCluster } from "./cluster.ts";
import { type Connection, isAnswering, withClient } from "./connection.ts";
import { type DirectoryLocks, directoryLocks } from "./directory-lock.ts";
import { type ExistingCluster, existingCluster } from "./existing-cluster.ts";
import { usualBase } from "./place-elsewhere.ts";
import { installedBinaries, type PostgresBinaries } from "./postgres-binaries.ts";
import { startPostmaster } from "./postmaster.ts";
import { premisesOf } from "./premises.ts";
import { makeApplicationDatabase } from "./roles.ts";
import { settingsArguments } from "./server-settings.ts";
import { socketFolder } from "./socket-folder.ts";
import { StartupProblem } from "./startup-problem.ts";
import { stopOrphan } from "./stop-server.ts";
import { supervise } from "./supervise.ts";

export type EmbeddedPostgresOptions = {
  /** The product's data directory; everything of PostgreSQL lies in its folder `database`. */
  dataDir: string;
  log?: Log;
  /** Another build of PostgreSQL than the one npm installed. */
  binaries?: PostgresBinaries;
  /** TCP on 127.0.0.1 instead of a socket; the password counts for both roles and is fixed when the cluster is made. */
  listen?: { port: number; password: string };
  /** Acts as if root could not use user namespaces; what the account cannot reach otherwise is put under `base`. */
  asAccount?: { base: string };
  /** Server settings over ours, such as `{ fsync: "off" }` for a test's throw-away data. */
  settings?: Record<string, string>;
};

export type RunningPostgres = {
  /** As app_owner, who owns the database `app` and is no superuser. */
  connection: Connection;
  superuser: Connection;
  /** The cluster's own directory, for backups. */
  clusterDirectory: string;
  /** Ends the server cleanly and frees the data directory; may be called twice. */
  stop(): Promise<void>;
};

/**
 * Starts the PostgreSQL of a data directory, making cluster, roles and database on first use.
 * One live process at a time; a server left behind by a killed process is ended first, and a server that dies
 * under us is started again.
 * Throws a StartupProblem when the directory is in use, of another PostgreSQL version, or the server does not start.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<RunningPostgres> {
  const folder = join(resolve(options.dataDir), "database");
  await mkdir(folder, { recursive: true, mode: 0o700 }).catch((cause: Error) => {
    throw new StartupProblem(`The data directory cannot be used: ${cause.message}`, { cause });
  });
  const locks = directoryLocks();
  await locks.hold(folder);
  try {
    const existing = await existingCluster(folder);
    if (existing) await endOrphan(existing, locks, options.log);
    return await serve(folder, existing, locks, options);
  } catch (error) {
    await locks.releaseAll();
    throw error;
  }
}

async function endOrphan({ home }: ExistingCluster, locks: DirectoryLocks, log?: Log): Promise<void> {
  // A copy of a data directory remembers the same place elsewhere: that must have one user too.
  await locks.hold(home);
  if ((await stopOrphan(join(home, "cluster"))) === "stopped") {
    log?.warn({ home }, "Ended the database server a killed process had left running");
  }
}

async function serve(
  folder: string,
  existing: ExistingCluster | null,
  locks: DirectoryLocks,
  { log = silentLog, listen, ...options }: EmbeddedPostgresOptions,
): Promise<RunningPostgres> {
  const installed = options.binaries ?? (await installedBinaries());
  const { home, binaries, runAs } = await premisesOf(folder, existing, installed, {
    log,
    namespaces: options.asAccount === undefined,
    base: options.asAccount?.base ?? usualBase,
  });
  await locks.hold(home);
  const cluster = await existingOrNewCluster(home, binaries, runAs, listen?.password);
  const socket = await socketFolder(home, runAs.account);
  const reach = listen
    ? { host: "127.0.0.1", port: listen.port, password: listen.password }
    : { host: socket.path };
  const superuser: Connection = { ...reach, user: "postgres", database: "postgres" };
  const settings = settingsArguments(listen ?? { socket: socket.path }, options.settings);
  const command = runAs.command(binaries.postgres, ["-D", cluster, ...settings]);
  const server = await supervise(
    () => startPostmaster(command, join(folder, "postgres.log"), () => isAnswering(superuser)),
    log,
  );
  const stop = once(async () => {
    await server.stop();
    await socket.remove();
    await locks.releaseAll();
  });
  try {
    await withClient(superuser, (client) => makeApplicationDatabase(client, listen?.password));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    connection: { ...reach, user: "app_owner", database: "app" },
    superuser,
    clusterDirectory: cluster,
    stop,
  };
}

function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  return () => {
    running ??= work();
    return running;
  };
}
