import { type ChildProcess, execFile, spawn } from "node:child_process";
import { closeSync, openSync, readFileSync } from "node:fs";
import { readFile, readlink, realpath, rename, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";
import { postgresEnvironment } from "./cluster.ts";
import { StartupProblem } from "./startup-problem.ts";
import type { Command } from "./unprivileged.ts";

export type Postmaster = { pid: number; exited: Promise<void> };

const longestStart = 5_000;
const longestFastStop = 15_000;
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

/** Ends a server: fast shutdown (SIGINT), and if it hangs the immediate one, which the next start recovers from. */
export async function stopProcess(pid: number): Promise<void> {
  for (const signal of ["SIGINT", "SIGQUIT", "SIGKILL"] as const) {
    if (!sends(pid, signal)) return;
    const deadline = Date.now() + longestFastStop;
    while (Date.now() < deadline) {
      if (!isAlive(pid)) return;
      await pause(5);
    }
  }
}

/**
 * Ends the server that a killed process of ours left running on this cluster, if there is one.
 * A process number that has since gone to another program is left alone, and the stale file removed.
 */
export async function stopOrphan(cluster: string): Promise<"none" | "stopped"> {
  const file = join(cluster, "postmaster.pid");
  const pid = Number((await readFile(file, "utf8").catch(() => "")).split("\n")[0]);
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) return "none";
  if (!(await serves(pid, cluster))) {
    await rm(file, { force: true });
    return "none";
  }
  await stopProcess(pid);
  return "stopped";
}

async function serves(pid: number, cluster: string): Promise<boolean> {
  if (process.platform === "linux") {
    const directory = await realpath(cluster);
    // A server's working directory is its cluster.
    const workplace = await readlink(`/proc/${pid}/cwd`).catch(() => null);
    if (workplace !== null) return workplace === directory;
    // The root of a container may not ask that about another account; the command line is for everybody.
    const commandLine = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    return commandLine.split("\0").some((word) => word === directory || word === cluster);
  }
  const { stdout } = await promisify(execFile)("ps", ["-o", "command=", "-p", String(pid)]).catch(() => ({
    stdout: "",
  }));
  return stdout.includes(cluster);
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

function sends(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    // No such process: what was wanted is so.
    return false;
  }
}

function isAlive(pid: number): boolean {
  return sends(pid, 0) && !isZombie(pid);
}

// Where nobody reaps orphans (a container without an init) a dead server keeps its number for ever.
function isZombie(pid: number): boolean {
  if (process.platform !== "linux") return false;
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return true;
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
