import { spawn } from "node:child_process";
import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test, vi } from "vitest";
import { StartupError } from "../startup-error.ts";
import { stopOrphanedServer } from "./stop-server.ts";

async function createCluster() {
  const directory = await mkdtemp(join(tmpdir(), "cluster-"));
  onTestFinished(() => rm(directory, { recursive: true }));
  return directory;
}

function mockKillError(code: string) {
  const kill = vi.spyOn(process, "kill").mockImplementation(() => {
    throw Object.assign(new Error(`kill ${code}`), { code });
  });
  onTestFinished(() => kill.mockRestore());
}

test("reports a server that it is not allowed to stop", async () => {
  const cluster = await createCluster();
  // A server's working directory is its cluster directory, and its command line contains the path.
  const server = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)", cluster], { cwd: cluster });
  onTestFinished(() => void server.kill("SIGKILL"));
  const pidFile = join(cluster, "postmaster.pid");
  await writeFile(pidFile, `${server.pid}\n${cluster}\n`);
  mockKillError("EPERM");
  const stopping = stopOrphanedServer(cluster);
  await expect(stopping).rejects.toThrow(StartupError);
  await expect(stopping).rejects.toThrow(`process ${server.pid}) belongs to another account`);
  expect(await readFile(pidFile, "utf8")).toContain(String(server.pid));
});

test("does nothing if the process no longer exists", async () => {
  const cluster = await createCluster();
  await writeFile(join(cluster, "postmaster.pid"), `${process.pid}\n${cluster}\n`);
  mockKillError("ESRCH");
  expect(await stopOrphanedServer(cluster)).toBe("none");
});
