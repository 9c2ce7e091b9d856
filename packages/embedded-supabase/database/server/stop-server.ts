import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { readFile, readlink, realpath, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { promisify } from "node:util";
import { getErrorCode } from "../../error-details.ts";
import { StartupError } from "../startup-error.ts";

const STOP_TIMEOUT_MS = 15_000;

/**
 * Stops a server with a fast shutdown (SIGINT). If that times out, uses an immediate shutdown, after which the next
 * start runs crash recovery.
 */
export async function stopProcess(pid: number): Promise<void> {
  for (const signal of ["SIGINT", "SIGQUIT", "SIGKILL"] as const) {
    if (!sendSignal(pid, signal)) {
      return;
    }
    const deadline = Date.now() + STOP_TIMEOUT_MS;
    while (Date.now() < deadline) {
      if (!isAlive(pid)) {
        return;
      }
      await sleep(5);
    }
  }
}

/**
 * Stops the server that a killed process left running on this cluster, if any. If another program has its process id
 * now, only removes the stale pid file.
 */
export async function stopOrphanedServer(cluster: string): Promise<"none" | "stopped"> {
  const pidFile = join(cluster, "postmaster.pid");
  const pid = Number((await readFile(pidFile, "utf8").catch(() => "")).split("\n")[0]);
  if (!Number.isInteger(pid) || pid <= 0 || !isAlive(pid)) {
    return "none";
  }
  if (!(await isServing(pid, cluster))) {
    await rm(pidFile, { force: true });
    return "none";
  }
  await stopProcess(pid);
  return "stopped";
}

async function isServing(pid: number, cluster: string): Promise<boolean> {
  if (process.platform === "linux") {
    const directory = await realpath(cluster);
    // A server's working directory is its cluster directory.
    const workingDirectory = await readlink(`/proc/${pid}/cwd`).catch(() => null);
    if (workingDirectory !== null) {
      return workingDirectory === directory;
    }
    // In a container, root may not be able to read this link for another account. The command line is always readable.
    const commandLine = await readFile(`/proc/${pid}/cmdline`, "utf8").catch(() => "");
    return commandLine.split("\0").some((argument) => argument === directory || argument === cluster);
  }
  const { stdout } = await promisify(execFile)("ps", ["-o", "command=", "-p", String(pid)]).catch(() => ({
    stdout: "",
  }));
  return stdout.includes(cluster);
}

/**
 * Returns false if the process no longer exists.
 * @throws {StartupError} if it belongs to another account
 */
function sendSignal(pid: number, signal: NodeJS.Signals): boolean {
  try {
    return process.kill(pid, signal);
  } catch (error) {
    if (getErrorCode(error) === "ESRCH") {
      return false;
    }
    throw new StartupError(
      `The database server (process ${pid}) belongs to another account. Stop it first.`,
      {
        cause: error,
      },
    );
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    // A process of another account exists, but cannot be signaled (EPERM).
    if (getErrorCode(error) === "ESRCH") {
      return false;
    }
  }
  return !isZombie(pid);
}

// In a container without an init process, a dead server remains a zombie.
function isZombie(pid: number): boolean {
  if (process.platform !== "linux") {
    return false;
  }
  try {
    return /\) Z /.test(readFileSync(`/proc/${pid}/stat`, "utf8"));
  } catch {
    return true;
  }
}
