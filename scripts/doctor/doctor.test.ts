import { chmod } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { brand } from "#brand";
import { startSmtpServer } from "#tests/support/email/smtp-server.ts";
import { createTempFolder } from "#tests/support/files/temp-folder.ts";
import { findFreePort } from "#tests/support/network/free-port.ts";
import { type ProductProcess, startProductProcess } from "#tests/support/product/product-process.ts";
import { runDoctor } from "#tests/support/product/run-doctor.ts";

// Runs the command while the server is running and while it is stopped.
vi.setConfig({ testTimeout: 60_000 });

let folder: Awaited<ReturnType<typeof createTempFolder>>;
let smtpServer: Awaited<ReturnType<typeof startSmtpServer>>;
let product: ProductProcess;
let env: Record<string, string>;

beforeAll(async () => {
  folder = await createTempFolder();
  smtpServer = await startSmtpServer();
  env = { DATA_DIR: folder.path, PORT: await findFreePort(), SMTP_URL: smtpServer.url };
  product = startProductProcess(env);
  await product.ready();
});
afterAll(async () => {
  product?.kill("SIGTERM");
  await product?.exit();
  await smtpServer?.stop();
  await folder?.remove();
});

const doctor = (overrides: Record<string, string> = {}) => runDoctor({ ...env, ...overrides });

test("reports each check of a healthy installation and sends a test email", async () => {
  const { code, output } = await doctor();
  expect(output).toMatch(/^No problems found\.$/m);
  expect(code).toBe(0);
  for (const check of [
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
    "Email",
    "Documents",
    "Address",
    "Headers",
    "Webhook",
  ]) {
    expect(output).toMatch(new RegExp(`^ok +${check} `, "m"));
  }
  // Ignore the demo's email, which is sent to the same server.
  const testEmails = smtpServer.received.filter(
    ({ message }) => message.subject === `${brand.name}: email works`,
  );
  expect(testEmails).toHaveLength(1);
});

test("reports problems with their fixes and exits with code 1", async () => {
  await chmod(join(folder.path, "keys.json"), 0o644);
  const { code, output } = await doctor({
    SMTP_URL: `smtp://localhost:${await findFreePort()}`,
    PUBLIC_URL: `http://localhost:${await findFreePort()}`,
    CLAMAV_SOCKET: join(folder.path, "no-such-socket"),
  });
  await chmod(join(folder.path, "keys.json"), 0o600);
  expect(code).toBe(1);
  expect(output).toMatch(/^problem Keys .*mode 644.*\n +→ .*chmod 600/m);
  expect(output).toMatch(/^problem Email .*\n +→ Check MAIL_FROM/m);
  expect(output).toMatch(/^problem Address .*does not respond.*\n +→ Start the product/m);
  expect(output).toMatch(/^problem Square .*couldn't reach Square.*\n +→ /m);
  expect(output).toMatch(/^problem Scanner .*\n +→ /m);
  expect(output).toMatch(/^5 problems found\.$/m);
});

test("reports an invalid variable and a data directory without a database", async () => {
  expect((await doctor({ PORT: "many" })).output).toMatch(
    /^problem Configuration +PORT: must be a port number/m,
  );
  const emptyFolder = await createTempFolder();
  const { code, output } = await doctor({ DATA_DIR: emptyFolder.path });
  await emptyFolder.remove();
  expect(code).toBe(1);
  expect(output).toMatch(/^problem Database +There is no database in/m);
});
