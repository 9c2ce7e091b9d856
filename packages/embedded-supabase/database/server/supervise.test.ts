import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { expect, onTestFinished, test, vi } from "vitest";
import { silentLog } from "#src/log.ts";
import type { ServerProcess } from "./start-server.ts";
import { superviseServer } from "./supervise.ts";

/** Starts `sleep` instead of PostgreSQL. After the first start, the next `failures` starts fail. */
function createTestServer(failures = 0) {
  const processes: ChildProcess[] = [];
  let attempts = 0;
  const start = async (): Promise<ServerProcess> => {
    attempts += 1;
    if (processes.length > 0 && attempts <= 1 + failures) {
      throw new Error("PostgreSQL failed to start");
    }
    const child = spawn("sleep", ["60"], { stdio: "ignore" });
    await once(child, "spawn");
    processes.push(child);
    onTestFinished(() => void child.kill("SIGKILL"));
    return { pid: child.pid ?? 0, exited: once(child, "exit").then(() => {}) };
  };
  return { start, processes, attempts: () => attempts };
}

test("restarts a crashed server and logs the crash", async () => {
  const { start, processes } = createTestServer();
  const error = vi.fn();
  const server = await superviseServer(start, { ...silentLog, error });
  processes[0]?.kill("SIGKILL");
  await expect.poll(() => processes.length).toBe(2);
  expect(error).toHaveBeenCalledWith({}, "The database server exited unexpectedly. Restarting it");
  processes[1]?.kill("SIGKILL");
  await expect.poll(() => processes.length).toBe(3);
  await server.stop();
});

test("retries a failed restart until it succeeds", async () => {
  const { start, processes, attempts } = createTestServer(1);
  const error = vi.fn();
  const server = await superviseServer(start, { ...silentLog, error });
  processes[0]?.kill("SIGKILL");
  await expect.poll(() => processes.length).toBe(2);
  expect(attempts()).toBe(3);
  expect(error).toHaveBeenCalledWith(
    { error: "Error: PostgreSQL failed to start" },
    "The database server failed to restart",
  );
  await server.stop();
});

test("does not restart a stopped server", async () => {
  const { start, processes } = createTestServer();
  const error = vi.fn();
  const server = await superviseServer(start, { ...silentLog, error });
  await server.stop();
  const [first] = processes;
  await expect.poll(() => first?.exitCode ?? first?.signalCode ?? null).not.toBeNull();
  expect(processes).toHaveLength(1);
  expect(error).not.toHaveBeenCalled();
});

test("throws if the first start fails", async () => {
  const start = () => Promise.reject(new Error("port in use"));
  await expect(superviseServer(start, silentLog)).rejects.toThrow("port in use");
});
