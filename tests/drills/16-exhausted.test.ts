import { spawn } from "node:child_process";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { aFirmProcess } from "#tests/support/a-firm-process.ts";
import { aLedger } from "#tests/support/a-ledger.ts";
import { aFreePort } from "#tests/support/a-process.ts";
import { aFolder } from "#tests/support/browser.ts";

const ROOT = fileURLToPath(new URL("../..", import.meta.url));

test("with file descriptors for few connections, more wait or are refused, and it heals when they go", async () => {
  const folder = await aFolder();
  const port = await aFreePort();
  const child = spawn("sh", ["-c", `ulimit -n 160; exec "${process.execPath}" scripts/start.ts`], {
    cwd: ROOT,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      PORT: port,
      DATA_DIR: join(folder.path, "data"),
      DEMO: "false",
      ADMIN_EMAIL: "owner@firm.example",
      ADMIN_PASSWORD: "a long enough password",
      LOG_LEVEL: "error",
    },
    stdio: "ignore",
  });
  const url = `http://localhost:${port}`;
  const health = () =>
    fetch(`${url}/api/ready`, { signal: AbortSignal.timeout(5_000) }).then(
      ({ status }) => status,
      () => null,
    );
  await expect.poll(health, { timeout: 60_000 }).toBe(200);
  const sockets: Socket[] = Array.from({ length: 400 }, () => {
    const socket = connect(Number(port), "localhost");
    socket.on("error", () => {});
    return socket;
  });
  await health();
  expect(child.exitCode).toBe(null);
  for (const socket of sockets) socket.destroy();
  await expect.poll(health, { timeout: 20_000 }).toBe(200);
  const ended = new Promise((resolve) => child.on("exit", resolve));
  child.kill("SIGTERM");
  await ended;
  await folder.remove();
});

test("a process that is stopped for 20 seconds goes on as if nothing had been", async () => {
  const firm = await aFirmProcess();
  const ledger = aLedger();
  expect((await ledger.inquire(firm.url)).status).toBe(200);
  firm.process.kill("SIGSTOP");
  const waiting = Array.from({ length: 50 }, () => ledger.inquire(firm.url));
  await new Promise((over) => setTimeout(over, 20_000));
  firm.process.kill("SIGCONT");
  const answers = await Promise.all(waiting);
  expect(answers.filter(({ status }) => ![200, 429, 503].includes(Number(status)))).toEqual([]);
  await expect.poll(async () => (await fetch(`${firm.url}/api/ready`)).status, { timeout: 10_000 }).toBe(200);
  expect(ledger.differences(await firm.references())).toEqual([]);
  await firm.stop();
});

test("with little memory a flood is refused or served, and the process lives or says why it ended", async () => {
  const firm = await aFirmProcess({ NODE_OPTIONS: "--max-old-space-size=96" });
  const ledger = aLedger();
  const answers = await Promise.all(Array.from({ length: 2_000 }, () => ledger.inquire(firm.url)));
  const isAlive = (await fetch(`${firm.url}/api/health`).catch(() => null))?.status === 200;
  if (!isAlive) {
    expect(firm.process.output()).not.toBe("");
    await firm.again();
  }
  expect(answers.filter(({ status }) => ![200, 429, 503, "no answer"].includes(status as number))).toEqual(
    [],
  );
  expect(ledger.differences(await firm.references())).toEqual([]);
  await firm.stop();
});
