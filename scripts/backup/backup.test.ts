import { execFile } from "node:child_process";
import { readFile, stat, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { aFreePort, aProcess, type TestProcess } from "#tests/support/a-process.ts";
import { aFolder } from "#tests/support/browser.ts";

// The commands as an operator runs them, against a product that goes on taking inquiries meanwhile.

// Each command is a process of its own that may start a database.
vi.setConfig({ testTimeout: 90_000 });

const PASSPHRASE = "seven calm otters by the sea";
const ROOT = fileURLToPath(new URL("../..", import.meta.url));

let folder: Awaited<ReturnType<typeof aFolder>>;
let product: TestProcess;

const at = (name: string) => join(folder.path, name);

beforeAll(async () => {
  folder = await aFolder();
  product = await started(at("data"));
});
afterAll(async () => {
  product?.kill("SIGTERM");
  await product?.exit();
  await folder?.remove();
});

async function started(dataDir: string): Promise<TestProcess> {
  const running = aProcess({ DATA_DIR: dataDir, PORT: await aFreePort(), RATE_LIMIT_SCALE: "1000" });
  await running.ready();
  return running;
}

async function command(script: "backup" | "restore", file: string, env: Record<string, string>) {
  const run = promisify(execFile)(process.execPath, [`scripts/${script}.ts`, file], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, HOME: process.env.HOME, ...env },
  });
  return run.then(
    ({ stdout }) => ({ code: 0, said: stdout.trim() }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, said: stderr.trim() }),
  );
}

async function inquire(company: string): Promise<string> {
  const answer = await fetch(`${product.url}/api/contact/send`, {
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
  const { reference } = (await answer.json()) as { reference: string };
  expect(answer.status).toBe(200);
  return reference;
}

/** What the administrator of a running product reads in the inbox. */
async function inboxOf(running: TestProcess, dataDir: string): Promise<string[]> {
  const { publishableKey } = JSON.parse(await readFile(join(dataDir, "keys.json"), "utf8"));
  const [{ email, password }] = JSON.parse(await readFile(join(dataDir, "sign-ins.json"), "utf8"));
  const headers = { apikey: publishableKey, "content-type": "application/json" };
  const signedIn = await fetch(`${running.url}/auth/v1/token?grant_type=password`, {
    method: "POST",
    headers,
    body: JSON.stringify({ email, password }),
  });
  const { access_token } = (await signedIn.json()) as { access_token: string };
  const answer = await fetch(`${running.url}/rest/v1/contact_inquiries?select=reference`, {
    headers: { ...headers, authorization: `Bearer ${access_token}` },
  });
  return ((await answer.json()) as { reference: string }[]).map(({ reference }) => reference);
}

test("a backup made under writes holds all that was acknowledged before it, and starts as it was", async () => {
  await writeFile(at("data/notes.txt"), "kept beside the database");
  const before = await Promise.all(["Before A", "Before B", "Before C"].map(inquire));
  const during: Promise<{ reference: string; sent: number; heard: number }>[] = [];
  const write = async (company: string) => {
    const sent = performance.now();
    return { reference: await inquire(company), sent, heard: performance.now() };
  };
  const writing = setInterval(() => during.push(write(`During ${during.length}`)), 25);
  const made = await command("backup", at("plain.tgz"), { DATA_DIR: at("data") });
  clearInterval(writing);
  const acknowledged = await Promise.all(during);
  expect(made).toMatchObject({ code: 0, said: expect.stringContaining("It is not encrypted") });
  expect(acknowledged.length).toBeGreaterThan(5);
  expect((await stat(at("plain.tgz"))).mode & 0o777).toBe(0o600);

  const restored = await command("restore", at("plain.tgz"), { DATA_DIR: at("again") });
  expect(restored).toMatchObject({
    code: 0,
    said: expect.stringMatching(/\d+ rows in \d+ tables can be read/),
  });
  expect(await readFile(at("again/notes.txt"), "utf8")).toBe("kept beside the database");
  const copy = await started(at("again"));
  const inbox = await inboxOf(copy, at("again"));
  copy.kill("SIGTERM");
  await copy.exit();
  expect(inbox).toEqual(expect.arrayContaining(before));
  // Of what came while it was copied, the copy ends at one moment: nothing is there twice, and nothing is missing that
  // was acknowledged before something that is there was sent.
  expect(new Set(inbox).size).toBe(inbox.length);
  const lastSent = Math.max(
    0,
    ...acknowledged.filter(({ reference }) => inbox.includes(reference)).map(({ sent }) => sent),
  );
  const gaps = acknowledged.filter(({ reference, heard }) => heard < lastSent && !inbox.includes(reference));
  expect(gaps).toEqual([]);
});

test("an encrypted backup opens with its passphrase and with no other", async () => {
  const env = { DATA_DIR: at("data"), BACKUP_PASSPHRASE: PASSPHRASE };
  expect(await command("backup", at("sealed.age"), env)).toMatchObject({ code: 0 });
  const bytes = await readFile(at("sealed.age"));
  expect(bytes.subarray(0, 21).toString()).toBe("age-encryption.org/v1");

  const without = await command("restore", at("sealed.age"), { DATA_DIR: at("sealed") });
  expect(without).toEqual({ code: 1, said: "The backup is encrypted: set BACKUP_PASSPHRASE." });
  const wrong = { DATA_DIR: at("sealed"), BACKUP_PASSPHRASE: "seven loud otters by the sea" };
  expect(await command("restore", at("sealed.age"), wrong)).toEqual({
    code: 1,
    said: "BACKUP_PASSPHRASE does not open this backup.",
  });
  const right = await command("restore", at("sealed.age"), { ...env, DATA_DIR: at("sealed") });
  expect(right).toMatchObject({ code: 0 });
});

test("a damaged, a cut and a foreign file are refused in one line, and nothing is left behind", async () => {
  await command("backup", at("cut.tgz"), { DATA_DIR: at("data") });
  await truncate(at("cut.tgz"), (await stat(at("cut.tgz"))).size - 4_000);
  const cut = await command("restore", at("cut.tgz"), { DATA_DIR: at("none") });
  expect(cut).toMatchObject({ code: 1, said: expect.stringMatching(/^\S+ is damaged or cut off: .*$/) });
  await writeFile(at("foreign.txt"), "not a backup");
  const foreign = await command("restore", at("foreign.txt"), { DATA_DIR: at("none") });
  expect(foreign).toMatchObject({
    code: 1,
    said: expect.stringMatching(/is not a backup of this product\.$/),
  });
  await expect(stat(at("none"))).rejects.toThrow("ENOENT");
});

test("neither command writes over what is there", async () => {
  const again = await command("backup", at("plain.tgz"), { DATA_DIR: at("data") });
  expect(again).toMatchObject({ code: 1, said: expect.stringMatching(/exists already\.$/) });
  const over = await command("restore", at("plain.tgz"), { DATA_DIR: at("data") });
  expect(over).toMatchObject({ code: 1, said: expect.stringMatching(/is not empty/) });
});
