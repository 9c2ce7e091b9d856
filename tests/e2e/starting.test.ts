import { existsSync, statSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createTempFolder } from "#tests/support/files/temp-folder.ts";
import { findFreePort } from "#tests/support/network/free-port.ts";
import { type ProductProcess, startProductProcess } from "#tests/support/product/product-process.ts";
import { fetchPublicConfig } from "#tests/support/product/session.ts";

let folder: Awaited<ReturnType<typeof createTempFolder>>;
let port: string;
const startedProcesses: ProductProcess[] = [];

beforeEach(async () => {
  folder = await createTempFolder();
  port = await findFreePort();
});
afterEach(async () => {
  for (const started of startedProcesses.splice(0)) {
    started.kill("SIGTERM");
    await started.exit();
  }
  await folder.remove();
});

function start(env: Record<string, string> = {}): ProductProcess {
  const started = startProductProcess({
    PORT: port,
    DATA_DIR: join(folder.path, "data"),
    DEMO: "false",
    ADMIN_EMAIL: "owner@firm.example",
    ADMIN_PASSWORD: "a long enough password",
    LOG_LEVEL: "error",
    ...env,
  });
  startedProcesses.push(started);
  return started;
}

async function signIn(url: string): Promise<Response> {
  const { publishableKey } = await fetchPublicConfig(url);
  return fetch(`${url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers: { apikey: publishableKey, "content-type": "application/json" },
    body: JSON.stringify({ email: "owner@firm.example", password: "a long enough password" }),
  });
}

test("starts from an empty directory: healthy, ready and with a working administrator", async () => {
  const product = start();
  await product.ready();
  expect(await (await fetch(`${product.url}/api/health`)).json()).toEqual({ status: "ok" });
  expect((await fetch(`${product.url}/api/ready`)).status).toBe(200);
  expect((await signIn(product.url)).status).toBe(200);
  for (const secret of ["keys.json"]) {
    expect(statSync(join(folder.path, "data", secret)).mode & 0o777).toBe(0o600);
  }
});

test("rejects a data directory that is in use by another process", async () => {
  const first = start();
  await first.ready();
  const second = start({ PORT: await findFreePort() });
  expect(await second.exit()).not.toBe(0);
  expect(second.output()).toMatch(new RegExp(`${first.child.pid}`));
  expect((await fetch(`${first.url}/api/ready`)).status).toBe(200);
});

test("reports an occupied port in one line and creates nothing", async () => {
  const otherServer = createServer();
  await new Promise<void>((resolve) => otherServer.listen(Number(port), "127.0.0.1", resolve));
  const product = start();
  expect(await product.exit()).toBe(1);
  expect(product.output().trim()).toMatch(/^PORT: \d+ on 127\.0\.0\.1 is in use[^\n]*$/);
  expect(existsSync(join(folder.path, "data"))).toBe(false);
  await new Promise((resolve) => otherServer.close(resolve));
});

test("reports an invalid variable in one line and creates nothing", async () => {
  const product = start({ SMTP_URL: "mail.example.com" });
  expect(await product.exit()).toBe(1);
  expect(product.output().trim()).toMatch(/^SMTP_URL: [^\n]+$/);
  expect(existsSync(join(folder.path, "data"))).toBe(false);
});

test("reports an unreachable database in one line", async () => {
  const product = start({ DATABASE_URL: `postgres://app@127.0.0.1:${await findFreePort()}/app` });
  expect(await product.exit()).toBe(1);
  expect(product.output().trim()).toMatch(/^DATABASE_URL: the database cannot be reached[^\n]*$/);
});

test("requires an administrator unless the demo is enabled", async () => {
  const product = start({ ADMIN_EMAIL: "", ADMIN_PASSWORD: "" });
  expect(await product.exit()).toBe(1);
  expect(product.output()).toMatch(/^ADMIN_EMAIL: [^\n]+$/m);
});

test("stops on SIGTERM within 30 seconds and starts again with the same data", async () => {
  const first = start();
  await first.ready();
  const stoppedAt = performance.now();
  first.kill("SIGTERM");
  expect(await first.exit()).toBe(0);
  expect(performance.now() - stoppedAt).toBeLessThan(30_000);
  const second = start({ ADMIN_PASSWORD: "another password altogether" });
  await second.ready();
  // ADMIN_PASSWORD does not change the password of an existing administrator.
  expect((await signIn(second.url)).status).toBe(200);
});
