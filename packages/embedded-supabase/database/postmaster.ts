import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, openSync } from "node:fs";
import { readFile, rename, stat } from "node:fs/promises";
import { setTimeout as pause } from "node:timers/promises";
import { postgresEnvironment } from "./cluster.ts";
import { StartupProblem } from "./startup-problem.ts";
import type { Command } from "./unprivileged.ts";

export type Postmaster = { pid: number; exited: Promise<void> };

const longestStart = 5_000;
// No second try changes these.
const lastingComplaint = /FATAL: .*(parameter|configuration|permissions|ownership|incompatible)/;
const largestLog = 10 * 1024 * 1024;

/**
 * Starts the server and waits until `answers` says it takes connections. A killed predecessor's shared memory or
 * socket may be in the way for a moment, so a server that exits at once is tried again for 5 seconds, unless it
 * complains of its settings.
 * Throws a StartupProblem with the log's last line.
 */
export async function startPostmaster(
  command: Command,
  logFile: string,
  answers: () => Promise<boolean>,
): Promise<Postmaster> {
  await keepLogSmall(logFile);
  const deadline = Date.now() + longestStart;
  let complaint: string;
  do {
    const sofar = await sizeOf(logFile);
    const child = spawnQuietly(command, logFile);
    let running = true;
    const exited = new Promise<void>((done) => {
      child.once("exit", () => done());
      child.once("error", () => done());
    }).then(() => {
      running = false;
    });
    // Crash recovery of a large database takes its time: as long as the server lives, it is at work.
    while (running) {
      if (child.pid !== undefined && (await answers())) return { pid: child.pid, exited };
      await pause(10);
    }
    complaint = await lastComplaint(logFile, sofar);
    await pause(200);
  } while (Date.now() < deadline && !lastingComplaint.test(complaint));
  throw new StartupProblem(`PostgreSQL does not start: ${complaint} (${logFile})`);
}

function spawnQuietly({ program, args, ...account }: Command, logFile: string): ChildProcess {
  // A file, never a pipe of ours: an orphan would keep the pipe open, or die writing into it.
  const log = openSync(logFile, "a", 0o600);
  try {
    const child = spawn(program, args, {
      ...account,
      cwd: "/",
      env: postgresEnvironment(),
      stdio: ["ignore", log, log],
      // A group of its own: Ctrl+C in the terminal must not end the database before we have drained.
      detached: true,
    });
    child.unref();
    return child;
  } finally {
    closeSync(log);
  }
}

async function keepLogSmall(logFile: string): Promise<void> {
  if ((await sizeOf(logFile)) > largestLog) await rename(logFile, `${logFile}.old`);
}

function sizeOf(file: string): Promise<number> {
  return stat(file).then(
    (found) => found.size,
    () => 0,
  );
}

async function lastComplaint(logFile: string, from: number): Promise<string> {
  const log = await readFile(logFile).catch(() => Buffer.alloc(0));
  const lines = log.subarray(from).toString().trim().split("\n");
  return lines.findLast((line) => /FATAL|PANIC|error/i.test(line)) ?? (lines.at(-1) || "no message");
}
