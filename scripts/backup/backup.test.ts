import { execFile } from "node:child_process";
import { mkdir, readFile, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { z } from "zod";
import { createTempFolder } from "#tests/support/files/temp-folder.ts";
import { findFreePort } from "#tests/support/network/free-port.ts";
import { readJson } from "#tests/support/network/read-json.ts";
import { type ProductProcess, startProductProcess } from "#tests/support/product/product-process.ts";
import { readSession } from "#tests/support/product/session.ts";
import { writeArchive } from "./archive.ts";
import { END_ENTRY, MANIFEST_ENTRY } from "./manifest.ts";

// The timeout is long, because each command is a separate process and may start a database.
vi.setConfig({ testTimeout: 90_000 });

const Inquiry = z.object({ reference: z.string() });
const PASSPHRASE = "seven calm otters by the sea";
const ROOT = fileURLToPath(new URL("../..", import.meta.url));

let folder: Awaited<ReturnType<typeof createTempFolder>>;
let product: ProductProcess;

const toPath = (name: string) => join(folder.path, name);

beforeAll(async () => {
  folder = await createTempFolder();
  product = await startProduct(toPath("data"));
});
afterAll(async () => {
  product?.kill("SIGTERM");
  await product?.exit();
  await folder?.remove();
});

async function startProduct(dataDir: string): Promise<ProductProcess> {
  const running = startProductProcess({
    DATA_DIR: dataDir,
    PORT: await findFreePort(),
    RATE_LIMIT_SCALE: "1000",
  });
  await running.ready();
  return running;
}

async function runScript(script: "backup" | "restore", file: string, env: Record<string, string>) {
  const run = promisify(execFile)(process.execPath, [`scripts/${script}.ts`, file], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
  });
  return run.then(
    ({ stdout }) => ({ code: 0, output: stdout.trim() }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, output: stderr.trim() }),
  );
}

async function sendInquiry(company: string): Promise<string> {
  const response = await fetch(`${product.url}/api/contact/send`, {
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({
      name: "Grace Hall",
      email: "grace@ledger.example",
      company,
      serviceInterest: "General Inquiry",
      message: "Please call me back about our assistant.",
    }),
  });
  const { reference } = await readJson(response, Inquiry);
  expect(response.status).toBe(200);
  return reference;
}

/** Signs in as the administrator and returns the references of all inquiries. */
async function readInbox(running: ProductProcess, dataDir: string): Promise<string[]> {
  const { publishableKey } = JSON.parse(await readFile(join(dataDir, "keys.json"), "utf8"));
  const [{ email, password }] = JSON.parse(await readFile(join(dataDir, "sign-ins.json"), "utf8"));
  const headers = { apikey: publishableKey, "content-type": "application/json" };
  const signedIn = await fetch(`${running.url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers,
    body: JSON.stringify({ email, password }),
  });
  const { access_token } = await readSession(signedIn);
  const response = await fetch(`${running.url}/rest/v1/contact_inquiries?select=reference`, {
    headers: { ...headers, authorization: `Bearer ${access_token}` },
  });
  return (await readJson(response, z.array(Inquiry))).map(({ reference }) => reference);
}

test("a backup during writes contains every inquiry acknowledged before it, and starts after a restore", async () => {
  await writeFile(toPath("data/notes.txt"), "stored next to the database");
  await mkdir(toPath("data/cache"), { recursive: true });
  await writeFile(toPath("data/cache/script"), "compiled");
  const earlierReferences = await Promise.all(["Before A", "Before B", "Before C"].map(sendInquiry));
  const concurrentInquiries: Promise<{ reference: string; sentAt: number; acknowledgedAt: number }>[] = [];
  const sendTimedInquiry = async (company: string) => {
    const sentAt = performance.now();
    return { reference: await sendInquiry(company), sentAt, acknowledgedAt: performance.now() };
  };
  const sendTimer = setInterval(
    () => concurrentInquiries.push(sendTimedInquiry(`During ${concurrentInquiries.length}`)),
    25,
  );
  const backupResult = await runScript("backup", toPath("plain.tgz"), { DATA_DIR: toPath("data") });
  clearInterval(sendTimer);
  const acknowledgedInquiries = await Promise.all(concurrentInquiries);
  expect(backupResult).toMatchObject({
    code: 0,
    output: expect.stringContaining("The backup is not encrypted"),
  });
  expect(acknowledgedInquiries.length).toBeGreaterThan(5);
  expect((await stat(toPath("plain.tgz"))).mode & 0o777).toBe(0o600);

  const restoreResult = await runScript("restore", toPath("plain.tgz"), { DATA_DIR: toPath("again") });
  expect(restoreResult).toMatchObject({
    code: 0,
    output: expect.stringMatching(/\d+ rows in \d+ tables are readable/),
  });
  expect(await readFile(toPath("again/notes.txt"), "utf8")).toBe("stored next to the database");
  await expect(stat(toPath("again/cache"))).rejects.toMatchObject({ code: "ENOENT" });
  const restoredProduct = await startProduct(toPath("again"));
  const inbox = await readInbox(restoredProduct, toPath("again"));
  restoredProduct.kill("SIGTERM");
  await restoredProduct.exit();
  expect(inbox).toEqual(expect.arrayContaining(earlierReferences));
  // The restored data must be a consistent snapshot. It must contain every inquiry that was acknowledged before another
  // inquiry in the snapshot was sent.
  expect(new Set(inbox).size).toBe(inbox.length);
  const lastSentAt = Math.max(
    0,
    ...acknowledgedInquiries.filter(({ reference }) => inbox.includes(reference)).map(({ sentAt }) => sentAt),
  );
  const missingInquiries = acknowledgedInquiries.filter(
    ({ reference, acknowledgedAt }) => acknowledgedAt < lastSentAt && !inbox.includes(reference),
  );
  expect(missingInquiries).toEqual([]);
});

test("restores an encrypted backup only with its passphrase", async () => {
  const env = { DATA_DIR: toPath("data"), BACKUP_PASSPHRASE: PASSPHRASE };
  expect(await runScript("backup", toPath("encrypted.age"), env)).toMatchObject({ code: 0 });
  const encryptedBackup = await readFile(toPath("encrypted.age"));
  expect(encryptedBackup.subarray(0, 21).toString()).toBe("age-encryption.org/v1");

  const withoutPassphrase = await runScript("restore", toPath("encrypted.age"), {
    DATA_DIR: toPath("encrypted"),
  });
  expect(withoutPassphrase).toEqual({ code: 1, output: "The backup is encrypted. Set BACKUP_PASSPHRASE." });
  const wrongPassphrase = {
    DATA_DIR: toPath("encrypted"),
    BACKUP_PASSPHRASE: "seven loud otters by the sea",
  };
  expect(await runScript("restore", toPath("encrypted.age"), wrongPassphrase)).toEqual({
    code: 1,
    output: "BACKUP_PASSPHRASE does not match this backup.",
  });
  const restoreResult = await runScript("restore", toPath("encrypted.age"), {
    ...env,
    DATA_DIR: toPath("encrypted"),
  });
  expect(restoreResult).toMatchObject({ code: 0 });
});

test("rejects an incomplete backup or another file, and creates no data directory", async () => {
  await runScript("backup", toPath("cut.tgz"), { DATA_DIR: toPath("data") });
  await truncate(toPath("cut.tgz"), (await stat(toPath("cut.tgz"))).size - 4_000);
  const truncatedResult = await runScript("restore", toPath("cut.tgz"), { DATA_DIR: toPath("none") });
  expect(truncatedResult).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^\S+ is damaged or incomplete: .*$/),
  });
  await writeFile(toPath("foreign.txt"), "not a backup");
  const foreignResult = await runScript("restore", toPath("foreign.txt"), { DATA_DIR: toPath("none") });
  expect(foreignResult).toMatchObject({
    code: 1,
    output: expect.stringMatching(/was not created by npm run backup\.$/),
  });
  await expect(stat(toPath("none"))).rejects.toThrow("ENOENT");
});

test("rejects a backup of a pre-release version, and creates no data directory", async () => {
  const schema = "20261122130000_mail_bounces";
  const manifest = {
    format: 1,
    madeAt: new Date().toISOString(),
    publicUrl: "http://localhost",
    postgres: 18,
  };
  const text = JSON.stringify({ ...manifest, schema, documentsElsewhere: false });
  await writeArchive(toPath("pre-release.tgz"), undefined, async (writer) => {
    await writer.addText(MANIFEST_ENTRY, text);
    await writer.addText(END_ENTRY, JSON.stringify({ files: 1, bytes: Buffer.byteLength(text) }));
  });
  const restoreResult = await runScript("restore", toPath("pre-release.tgz"), { DATA_DIR: toPath("none") });
  expect(restoreResult).toEqual({
    code: 1,
    output: `${toPath("pre-release.tgz")} was made by a pre-release version of this product and cannot be restored. Start with an empty DATA_DIR instead.`,
  });
  await expect(stat(toPath("none"))).rejects.toThrow("ENOENT");
});

test("backup and restore do not overwrite existing files", async () => {
  const backupResult = await runScript("backup", toPath("plain.tgz"), { DATA_DIR: toPath("data") });
  expect(backupResult).toMatchObject({ code: 1, output: expect.stringMatching(/already exists\. /) });
  const restoreResult = await runScript("restore", toPath("plain.tgz"), { DATA_DIR: toPath("data") });
  expect(restoreResult).toMatchObject({ code: 1, output: expect.stringMatching(/is not empty/) });
});
