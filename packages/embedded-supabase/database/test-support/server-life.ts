import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { onTestFinished } from "vitest";
import { type Connection, withClient } from "../connection.ts";
import { type EmbeddedPostgresOptions, type RunningPostgres, startEmbeddedPostgres } from "../index.ts";

type More = Omit<EmbeddedPostgresOptions, "dataDir" | "log">;

/** Throw-away data need not reach the disk. */
const settings = { fsync: "off" };

/** A new directory that everybody may enter, gone with the test. */
export async function aDirectory(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), "postgres-"));
  await chmod(directory, 0o755);
  onTestFinished(() => rm(directory, { recursive: true, force: true, maxRetries: 10 }));
  return directory;
}

/** A server of this process, stopped with the test. */
export async function start(dataDir: string, more: More = {}): Promise<RunningPostgres> {
  const postgres = await startEmbeddedPostgres({ settings, ...more, dataDir });
  onTestFinished(() => postgres.stop());
  return postgres;
}

/** Another process that starts the same data directory, and tells when it is up. */
export function startElsewhere(dataDir: string, more: More = {}, environment = process.env): ChildProcess {
  const program = `
    import { startEmbeddedPostgres } from "#embedded-supabase/database/index.ts";
    await startEmbeddedPostgres(JSON.parse(process.argv[1]));
    process.stdout.write("up");
    setInterval(() => {}, 1000);`;
  const options = JSON.stringify({ settings, ...more, dataDir });
  const child = spawn(process.execPath, ["--input-type=module", "-e", program, options], {
    stdio: ["ignore", "pipe", "ignore"],
    env: environment,
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  return child;
}

/** Waits until a process of `startElsewhere` is up. */
export async function up(child: ChildProcess): Promise<void> {
  await once(child.stdout ?? child, "data");
}

export async function killed(child: ChildProcess): Promise<void> {
  child.kill("SIGKILL");
  await once(child, "exit");
}

export const run = (connection: Connection, sql: string) =>
  withClient(connection, (client) => client.query(sql));
