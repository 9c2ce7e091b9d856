import { execFile } from "node:child_process";
import { readFileSync } from "node:fs";
import { readFile, readlink, realpath, rm } from "node:fs/promises";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { promisify } from "node:util";

const longestFastStop = 15_000;

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
