import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type Log, silentLog } from "../log.ts";
import { existingOrNewCluster, privateFolder } from "./cluster.ts";
import { type Connection, isAnswering, withClient } from "./connection.ts";
import { lockDirectory } from "./directory-lock.ts";
import { installedBinaries, type PostgresBinaries } from "./postgres-binaries.ts";
import { type Postmaster, startPostmaster, stopOrphan, stopProcess } from "./postmaster.ts";
import { makeApplicationDatabase } from "./roles.ts";
import { unprivileged } from "./unprivileged.ts";

export type EmbeddedPostgresOptions = {
  /** The product's data directory; everything of PostgreSQL lies in its folder `database`. */
  dataDir: string;
  log?: Log;
  /** Another build of PostgreSQL than the one npm installed. */
  binaries?: PostgresBinaries;
  /** TCP on 127.0.0.1 instead of a socket; the password counts for both roles and is fixed when the cluster is made. */
  listen?: { port: number; password: string };
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

// Systems cut a socket's path at 104 to 108 bytes; PostgreSQL adds `/.s.PGSQL.5432.lock`.
const longestSocketFolder = 85;
const restartPause = 500;

const ourSettings = {
  max_connections: "100",
  max_wal_size: "512MB",
  // A backup copies the log while the server works on: keep what it may still need.
  wal_keep_size: "128MB",
  timezone: "UTC",
  log_timezone: "UTC",
  jit: "off",
  // Refused statements are the caller's business; their text and values stay out of the log.
  log_min_messages: "log",
  log_min_error_statement: "panic",
  log_error_verbosity: "terse",
};

/**
 * Starts the PostgreSQL of a data directory, making cluster, roles and database on first use.
 * One live process at a time; a server left behind by a killed process is ended first, and a server that dies
 * under us is started again.
 * Throws a StartupProblem when the directory is in use, of another PostgreSQL version, or the server does not start.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<RunningPostgres> {
  const log = options.log ?? silentLog;
  const folder = await privateFolder(join(resolve(options.dataDir), "database"));
  const lock = await lockDirectory(folder);
  try {
    const asUser = unprivileged();
    const binaries = options.binaries ?? (await installedBinaries());
    if ((await stopOrphan(join(folder, "cluster"))) === "stopped") {
      log.warn({ folder }, "Ended the database server a killed process had left running");
    }
    const cluster = await existingOrNewCluster(folder, binaries, asUser, options.listen?.password);
    const socket = options.listen ? null : await socketFolder(folder);
    const reach = options.listen
      ? { host: "127.0.0.1", port: options.listen.port, password: options.listen.password }
      : { host: socket ?? "" };
    const superuser: Connection = { ...reach, user: "postgres", database: "postgres" };
    const command = asUser(binaries.postgres, [
      ...["-D", cluster],
      ...Object.entries({
        ...ourSettings,
        ...listening(options.listen, socket),
        ...options.settings,
      }).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
    ]);
    const server = await supervise(
      () => startPostmaster(command, join(folder, "postgres.log"), () => isAnswering(superuser)),
      log,
    );
    await withClient(superuser, (client) => makeApplicationDatabase(client, options.listen?.password));
    return {
      connection: { ...reach, user: "app_owner", database: "app" },
      superuser,
      clusterDirectory: cluster,
      stop: once(async () => {
        await server.stop();
        if (socket !== null && !socket.startsWith(folder)) await rm(socket, { recursive: true, force: true });
        await lock.release();
      }),
    };
  } catch (error) {
    await stopOrphan(join(folder, "cluster"));
    await lock.release();
    throw error;
  }
}

function listening(listen: EmbeddedPostgresOptions["listen"], socket: string | null): Record<string, string> {
  return listen
    ? { listen_addresses: "127.0.0.1", port: String(listen.port), unix_socket_directories: "" }
    : { listen_addresses: "", unix_socket_directories: socket ?? "", unix_socket_permissions: "0700" };
}

async function socketFolder(folder: string): Promise<string> {
  const near = join(folder, "socket");
  if (Buffer.byteLength(near) <= longestSocketFolder) return privateFolder(near);
  return mkdtemp(join(tmpdir(), "pg-"));
}

/** Keeps a server running until stopped. */
async function supervise(start: () => Promise<Postmaster>, log: Log): Promise<{ stop(): Promise<void> }> {
  let stopping = false;
  let server = await start();
  let restarting = Promise.resolve();
  const watch = () => {
    void server.exited.then(() => {
      if (stopping) return;
      log.error({}, "The database server ended unexpectedly; starting it again");
      restarting = restart();
    });
  };
  const restart = async (): Promise<void> => {
    while (!stopping) {
      try {
        server = await start();
        return watch();
      } catch (error) {
        log.error({ error: String(error) }, "The database server does not start again");
        await new Promise((resolve) => setTimeout(resolve, restartPause));
      }
    }
  };
  watch();
  return {
    async stop() {
      stopping = true;
      await restarting;
      // Dead is enough: waiting for the child's exit event would wait for ever where nothing else keeps Node running.
      await stopProcess(server.pid);
    },
  };
}

function once(work: () => Promise<void>): () => Promise<void> {
  let running: Promise<void> | null = null;
  return () => {
    running ??= work();
    return running;
  };
}
