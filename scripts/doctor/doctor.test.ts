import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { brand } from "#brand";
import { aDoctor } from "#tests/support/a-doctor.ts";
import { aMailServer } from "#tests/support/a-mail-server.ts";
import { aFreePort, aProcess, type TestProcess } from "#tests/support/a-process.ts";
import { aFolder } from "#tests/support/browser.ts";

// The command as an operator runs it, beside a product that runs and beside one that does not.
vi.setConfig({ testTimeout: 60_000 });

let folder: Awaited<ReturnType<typeof aFolder>>;
let mailServer: Awaited<ReturnType<typeof aMailServer>>;
let product: TestProcess;
let env: Record<string, string>;

beforeAll(async () => {
  folder = await aFolder();
  mailServer = await aMailServer();
  env = { DATA_DIR: folder.path, PORT: await aFreePort(), SMTP_URL: mailServer.url };
  product = aProcess(env);
  await product.ready();
});
afterAll(async () => {
  product?.kill("SIGTERM");
  await product?.exit();
  await mailServer?.stop();
  await folder?.remove();
});

const doctor = (more: Record<string, string> = {}) => aDoctor({ ...env, ...more });

test("a sound installation is told line by line, and a message really arrives", async () => {
  const { code, says } = await doctor();
  expect(says).toMatch(/^All is well\.$/m);
  expect(code).toBe(0);
  for (const what of [
    "Configuration",
    "Data directory",
    "Disk",
    "Keys",
    "Database",
    "Clock",
    "Schema",
    "Row policies",
    "Roles",
    "Jobs",
    "Outbox",
    "Square",
    "Mail",
    "Documents",
    "Address",
    "Headers",
    "Webhook",
  ])
    expect(says).toMatch(new RegExp(`^ok +${what} `, "m"));
  // The demonstration's own mails go out beside it.
  const own = mailServer.received.filter(({ message }) => message.subject === `${brand.name}: mail works`);
  expect(own).toHaveLength(1);
});

test("what is wrong is named with what to do, and the exit code is 1", async () => {
  await chmod(join(folder.path, "keys.json"), 0o644);
  const { code, says } = await doctor({
    SMTP_URL: `smtp://localhost:${await aFreePort()}`,
    PUBLIC_URL: `http://localhost:${await aFreePort()}`,
    CLAMAV_SOCKET: join(folder.path, "no-such-socket"),
  });
  await chmod(join(folder.path, "keys.json"), 0o600);
  expect(code).toBe(1);
  expect(says).toMatch(/^PROBLEM Keys .*mode 644\n +→ .*chmod 600/m);
  expect(says).toMatch(/^PROBLEM Mail .*\n +→ Check SMTP_URL/m);
  expect(says).toMatch(/^PROBLEM Address .*does not answer.*\n +→ Start the product/m);
  expect(says).toMatch(/^PROBLEM Square .*not reachable.*\n +→ /m);
  expect(says).toMatch(/^PROBLEM Scanner .*\n +→ /m);
  expect(says).toMatch(/^5 problems\.$/m);
});

test("a wrong variable, and a data directory without a database, are one problem each", async () => {
  expect((await doctor({ PORT: "many" })).says).toMatch(
    /^PROBLEM Configuration +PORT: must be a port number/m,
  );
  const elsewhere = await aFolder();
  const { code, says } = await doctor({ DATA_DIR: elsewhere.path });
  await elsewhere.remove();
  expect(code).toBe(1);
  expect(says).toMatch(/^PROBLEM Database +There is no database in/m);
});
