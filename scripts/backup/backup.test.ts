import { execFile } from "node:child_process";
import { readFile, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { createTempFolder } from "#tests/support/files/temp-folder.ts";
import { findFreePort } from "#tests/support/network/free-port.ts";
import { type ProductProcess, startProductProcess } from "#tests/support/product/product-process.ts";
import { writeArchive } from "./archive.ts";
import { END, MANIFEST } from "./manifest.ts";

// Runs the commands against a product that is receiving inquiries. Each command is a separate process and may start a
// database.
vi.setConfig({ testTimeout: 90_000 });

const PASSPHRASE = "seven calm otters by the sea";
const ROOT = fileURLToPath(new URL("../..", import.meta.url));

let folder: Awaited<ReturnType<typeof createTempFolder>>;
let product: ProductProcess;

const inFolder = (name: string) => join(folder.path, name);

beforeAll(async () => {
  folder = await createTempFolder();
  product = await start(inFolder("data"));
});
afterAll(async () => {
  product?.kill("SIGTERM");
  await product?.exit();
  await folder?.remove();
});

async function start(dataDir: string): Promise<ProductProcess> {
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
  const { reference } = (await response.json()) as { reference: string };
  expect(response.status).toBe(200);
  return reference;
}

/** Reads the references of all inquiries as the administrator. */
async function readInbox(running: ProductProcess, dataDir: string): Promise<string[]> {
  const { publishableKey } = JSON.parse(await readFile(join(dataDir, "keys.json"), "utf8"));
  const [{ email, password }] = JSON.parse(await readFile(join(dataDir, "sign-ins.json"), "utf8"));
  const headers = { apikey: publishableKey, "content-type": "application/json" };
  const signedIn = await fetch(`${running.url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers,
    body: JSON.stringify({ email, password }),
  });
  const { access_token } = (await signedIn.json()) as { access_token: string };
  const response = await fetch(`${running.url}/rest/v1/contact_inquiries?select=reference`, {
    headers: { ...headers, authorization: `Bearer ${access_token}` },
  });
  return ((await response.json()) as { reference: string }[]).map(({ reference }) => reference);
}

test("a backup made during writes contains everything acknowledged before it, and starts after a restore", async () => {
  await writeFile(inFolder("data/notes.txt"), "stored next to the database");
  const earlierReferences = await Promise.all(["Before A", "Before B", "Before C"].map(sendInquiry));
  const concurrentInquiries: Promise<{ reference: string; sentAt: number; acknowledgedAt: number }>[] = [];
  const write = async (company: string) => {
    const sentAt = performance.now();
    return { reference: await sendInquiry(company), sentAt, acknowledgedAt: performance.now() };
  };
  const writing = setInterval(
    () => concurrentInquiries.push(write(`During ${concurrentInquiries.length}`)),
    25,
  );
  const backup = await runScript("backup", inFolder("plain.tgz"), { DATA_DIR: inFolder("data") });
  clearInterval(writing);
  const acknowledged = await Promise.all(concurrentInquiries);
  expect(backup).toMatchObject({ code: 0, output: expect.stringContaining("The backup is not encrypted") });
  expect(acknowledged.length).toBeGreaterThan(5);
  expect((await stat(inFolder("plain.tgz"))).mode & 0o777).toBe(0o600);

  const restored = await runScript("restore", inFolder("plain.tgz"), { DATA_DIR: inFolder("again") });
  expect(restored).toMatchObject({
    code: 0,
    output: expect.stringMatching(/\d+ rows in \d+ tables are readable/),
  });
  expect(await readFile(inFolder("again/notes.txt"), "utf8")).toBe("stored next to the database");
  const restoredProduct = await start(inFolder("again"));
  const inbox = await readInbox(restoredProduct, inFolder("again"));
  restoredProduct.kill("SIGTERM");
  await restoredProduct.exit();
  expect(inbox).toEqual(expect.arrayContaining(earlierReferences));
  // The copy reflects one moment: it contains no duplicates, and it contains every inquiry that was acknowledged before
  // another inquiry in the copy was sent.
  expect(new Set(inbox).size).toBe(inbox.length);
  const lastSentAt = Math.max(
    0,
    ...acknowledged.filter(({ reference }) => inbox.includes(reference)).map(({ sentAt }) => sentAt),
  );
  const gaps = acknowledged.filter(
    ({ reference, acknowledgedAt }) => acknowledgedAt < lastSentAt && !inbox.includes(reference),
  );
  expect(gaps).toEqual([]);
});

test("restores an encrypted backup only with its passphrase", async () => {
  const env = { DATA_DIR: inFolder("data"), BACKUP_PASSPHRASE: PASSPHRASE };
  expect(await runScript("backup", inFolder("encrypted.age"), env)).toMatchObject({ code: 0 });
  const bytes = await readFile(inFolder("encrypted.age"));
  expect(bytes.subarray(0, 21).toString()).toBe("age-encryption.org/v1");

  const withoutPassphrase = await runScript("restore", inFolder("encrypted.age"), {
    DATA_DIR: inFolder("encrypted"),
  });
  expect(withoutPassphrase).toEqual({ code: 1, output: "The backup is encrypted. Set BACKUP_PASSPHRASE." });
  const wrongPassphrase = {
    DATA_DIR: inFolder("encrypted"),
    BACKUP_PASSPHRASE: "seven loud otters by the sea",
  };
  expect(await runScript("restore", inFolder("encrypted.age"), wrongPassphrase)).toEqual({
    code: 1,
    output: "BACKUP_PASSPHRASE is not the passphrase of this backup.",
  });
  const restored = await runScript("restore", inFolder("encrypted.age"), {
    ...env,
    DATA_DIR: inFolder("encrypted"),
  });
  expect(restored).toMatchObject({ code: 0 });
});

test("rejects an incomplete backup and other files, and leaves nothing behind", async () => {
  await runScript("backup", inFolder("cut.tgz"), { DATA_DIR: inFolder("data") });
  await truncate(inFolder("cut.tgz"), (await stat(inFolder("cut.tgz"))).size - 4_000);
  const truncatedResult = await runScript("restore", inFolder("cut.tgz"), { DATA_DIR: inFolder("none") });
  expect(truncatedResult).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^\S+ is damaged or incomplete: .*$/),
  });
  await writeFile(inFolder("foreign.txt"), "not a backup");
  const foreignResult = await runScript("restore", inFolder("foreign.txt"), { DATA_DIR: inFolder("none") });
  expect(foreignResult).toMatchObject({
    code: 1,
    output: expect.stringMatching(/is not a backup of this product\.$/),
  });
  await expect(stat(inFolder("none"))).rejects.toThrow("ENOENT");
});

test("rejects a backup of a pre-release version and leaves nothing behind", async () => {
  const schema = "20261122130000_mail_bounces";
  const manifest = {
    format: 1,
    madeAt: new Date().toISOString(),
    publicUrl: "http://localhost",
    postgres: 18,
  };
  const text = JSON.stringify({ ...manifest, schema, documentsElsewhere: false });
  await writeArchive(inFolder("pre-release.tgz"), undefined, async (writer) => {
    await writer.addText(MANIFEST, text);
    await writer.addText(END, JSON.stringify({ files: 1, bytes: Buffer.byteLength(text) }));
  });
  const restored = await runScript("restore", inFolder("pre-release.tgz"), { DATA_DIR: inFolder("none") });
  expect(restored).toEqual({
    code: 1,
    output: `${inFolder("pre-release.tgz")} was made by a pre-release version of this product and cannot be restored. Start with an empty DATA_DIR instead.`,
  });
  await expect(stat(inFolder("none"))).rejects.toThrow("ENOENT");
});

test("backup and restore do not overwrite existing files", async () => {
  const backup = await runScript("backup", inFolder("plain.tgz"), { DATA_DIR: inFolder("data") });
  expect(backup).toMatchObject({ code: 1, output: expect.stringMatching(/already exists\. /) });
  const restore = await runScript("restore", inFolder("plain.tgz"), { DATA_DIR: inFolder("data") });
  expect(restore).toMatchObject({ code: 1, output: expect.stringMatching(/is not empty/) });
});
