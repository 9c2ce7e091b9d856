import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type Connection, withClient } from "../connection.ts";
import { type EmbeddedPostgresOptions, type RunningPostgres, startEmbeddedPostgres } from "../index.ts";

type ServerOptions = Omit<EmbeddedPostgresOptions, "dataDir" | "log">;

// Tests do not need durable data.
const SETTINGS = { fsync: "off" };

/** Creates a directory that every account can enter. It is removed when the test ends. */
export async function createTestDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "postgres-"));
  await chmod(directory, 0o755);
  onTestFinished(() => rm(directory, { recursive: true, force: true, maxRetries: 10 }));
  return directory;
}

/** Starts a server from this process. It is stopped when the test ends. */
export async function startTestServer(
  dataDir: string,
  options: ServerOptions = {},
): Promise<RunningPostgres> {
  const postgres = await startEmbeddedPostgres({ settings: SETTINGS, ...options, dataDir });
  onTestFinished(() => postgres.stop());
  return postgres;
}

/** Starts a server from a child process, which writes to stdout when the server is ready. */
export function startInChildProcess(
  dataDir: string,
  options: ServerOptions = {},
  environment = process.env,
): ChildProcess {
  const program = `
    import { startEmbeddedPostgres } from "${new URL("../index.ts", import.meta.url)}";
    await startEmbeddedPostgres(JSON.parse(process.argv[1]));
    process.stdout.write("ready");
    setInterval(() => {}, 1000);`;
  const serializedOptions = JSON.stringify({ settings: SETTINGS, ...options, dataDir });
  const child = spawn(process.execPath, ["--input-type=module", "-e", program, serializedOptions], {
    stdio: ["ignore", "pipe", "ignore"],
    env: environment,
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

/** Waits until the server of `startInChildProcess` is ready. */
export async function waitUntilReady(child: ChildProcess): Promise<void> {
  await once(child.stdout ?? child, "data");
}

/** Kills a child process to simulate a crash. */
export async function kill(child: ChildProcess): Promise<void> {
  child.kill("SIGKILL");
  await once(child, "exit");
}

export const runQuery = (connection: Connection, sql: string) =>
  withClient(connection, (client) => client.query(sql));
