import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { readFile, rename, stat } from "node:fs/promises";
import { setTimeout as sleep } from "node:timers/promises";
import { getPostgresEnvironment } from "../cluster/ensure-cluster.ts";
import type { Command } from "../cluster/run-as.ts";
import { StartupError } from "../startup-error.ts";

export type ServerProcess = { pid: number; exited: Promise<void> };

const START_TIMEOUT_MS = 5_000;
// Errors that a retry cannot fix.
const PERMANENT_ERROR = /FATAL: .*(parameter|configuration|permissions|ownership|incompatible)/;
const MAX_LOG_BYTES = 10 * 1024 * 1024;

/**
 * Starts the server and waits until `isReady` returns true. The shared memory or socket of a killed server can
 * briefly block the start, so a failed start is retried for 5 s, unless the log shows a permanent error.
 * @throws {StartupError} with the last error in the log
 */
export async function startServer(
  command: Command,
  logFile: string,
  isReady: () => Promise<boolean>,
): Promise<ServerProcess> {
  await rotateLog(logFile);
  const deadline = Date.now() + START_TIMEOUT_MS;
  let lastError: string;
  do {
    const logOffset = await fileSize(logFile);
    const child = spawnDetached(command, logFile);
    let isRunning = true;
    const exited = new Promise<void>((done) => {
      child.once("exit", () => done());
      child.once("error", () => done());
    }).then(() => {
      isRunning = false;
    });
    // Wait without a timeout while the server runs, because crash recovery of a large database can take minutes.
    while (isRunning) {
      if (child.pid !== undefined && (await isReady())) {
        return { pid: child.pid, exited };
      }
      await sleep(10);
    }
    lastError = await readLastError(logFile, logOffset);
    await sleep(200);
  } while (Date.now() < deadline && !PERMANENT_ERROR.test(lastError));
  throw new StartupError(`PostgreSQL failed to start: ${lastError} (${logFile})`);
}

function spawnDetached({ program, args, ...account }: Command, logFile: string): ChildProcess {
  // Log to a file, because an orphaned server would keep a pipe open or crash when writing to it.
  const logDescriptor = openSync(logFile, "a", 0o600);
  try {
    const child = spawn(program, args, {
      ...account,
      cwd: "/",
      env: getPostgresEnvironment(),
      stdio: ["ignore", logDescriptor, logDescriptor],
      // Use a separate process group, so that Ctrl+C in the terminal does not stop the database before requests are
      // drained.
      detached: true,
    });
    child.unref();
    return child;
  } finally {
    closeSync(logDescriptor);
  }
}

async function rotateLog(logFile: string): Promise<void> {
  if ((await fileSize(logFile)) > MAX_LOG_BYTES) {
    await rename(logFile, `${logFile}.old`);
  }
}

function fileSize(file: string): Promise<number> {
  return stat(file).then(
    (stats) => stats.size,
    () => 0,
  );
}

async function readLastError(logFile: string, offset: number): Promise<string> {
  const log = await readFile(logFile).catch(() => Buffer.alloc(0));
  const lines = log.subarray(offset).toString().trim().split("\n");
  return lines.findLast((line) => /FATAL|PANIC|error/i.test(line)) ?? (lines.at(-1) || "no message");
}
