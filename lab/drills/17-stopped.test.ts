import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { connectSquare } from "#server/demo/connect-square.ts";
import { MOUNT_PATH } from "#square-simulator/index.ts";
import { aFirmProcess, type FirmProcess, OWNER } from "#tests/support/a-firm-process.ts";
import { aLedger, type Ledger } from "#tests/support/a-ledger.ts";
import { aFreePort } from "#tests/support/a-process.ts";
import { aSlowMailServer, type SlowMailServer } from "#tests/support/a-slow-mail-server.ts";
import { aSquare, type RunningSquare } from "#tests/support/a-square.ts";
import { figures } from "./figures.ts";

// SIGTERM while an upload arrives, a form is half sent, a synchronization reads and mails are on their way.

const EXIT_WITHIN_MS = 30_000;
const INVOICES = 120;
const INQUIRIES = 8;
const SLOW_LIST_MS = 15_000;
const MIB = 1024 * 1024;
const UPLOAD_BYTES = 4 * MIB;

let square: RunningSquare;
let mailServer: SlowMailServer;
let firm: FirmProcess;
let ledger: Ledger;
let secret: Record<string, string>;
let administrator: { authorization: string };
let clientId: string;

beforeEach(async () => {
  const PORT = await aFreePort();
  square = await aSquare(`http://localhost:${PORT}`, INVOICES);
  mailServer = await aSlowMailServer({ stepMs: 50, acceptMs: 1_500 });
  const env = { ...square.env, SQUARE_WEBHOOK_SIGNATURE_KEY: "signature-key-of-the-drills" };
  firm = await aFirmProcess({ PORT, SMTP_URL: mailServer.url, ...env });
  ledger = aLedger();
  const { secretKey } = JSON.parse(await readFile(join(firm.dataDir, "keys.json"), "utf8"));
  secret = { apikey: secretKey, "content-type": "application/json" };
  const ask = (path: string, init?: RequestInit) =>
    fetch((path.startsWith(MOUNT_PATH) ? square.url : firm.url) + path, { ...init, redirect: "manual" });
  administrator = await connectSquare(ask, secretKey, OWNER);
  const made = await fetch(`${firm.url}/rest/v1/clients?select=id`, {
    method: "POST",
    headers: { ...secret, prefer: "return=representation" },
    body: JSON.stringify({ company: "Fabrikam", contact_person: "Ada Moreno" }),
  });
  [{ id: clientId }] = (await made.json()) as [{ id: string }];
});
afterEach(async () => {
  await firm?.stop();
  await square?.stop();
  await mailServer?.stop();
});

async function rows(path: string): Promise<Record<string, unknown>[]> {
  const answer = await fetch(`${firm.url}/rest/v1/${path}`, { headers: secret });
  return (await answer.json()) as Record<string, unknown>[];
}

/** A request whose body is half sent; `finish` sends the rest. `status` is null when it was cut. */
type HalfSent = { status: Promise<number | null>; finish(): void };

async function halfSent(path: string, headers: Record<string, string>, body: Buffer): Promise<HalfSent> {
  const sending: ClientRequest = request(`${firm.url}${path}`, {
    method: "POST",
    agent: false,
    headers: { ...headers, "content-length": body.length },
  });
  const status = new Promise<number | null>((resolve) => {
    sending.on("error", () => resolve(null));
    sending.on("response", (answer: IncomingMessage) => {
      answer.resume().on("close", () => resolve(answer.statusCode ?? null));
    });
  });
  const half = Math.floor(body.length / 2);
  if (!sending.write(body.subarray(0, half))) await once(sending, "drain");
  return { status, finish: () => void sending.end(body.subarray(half)) };
}

function halfAnUpload(): Promise<HalfSent> {
  const part = (name: string, more = "") =>
    `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
  const head = `${part("clientId")}${clientId}\r\n${part("file", '; filename="stopped.pdf"')}%PDF-1.7\n`;
  const body = Buffer.concat([
    Buffer.from(head),
    Buffer.alloc(UPLOAD_BYTES, "\n"),
    Buffer.from("\r\n--x--\r\n"),
  ]);
  const type = { "content-type": "multipart/form-data; boundary=x" };
  return halfSent("/api/admin/documents/upload", { ...administrator, ...type }, body);
}

const HALF_FORM = {
  name: "Ada Byron",
  email: "half@visitor.example",
  company: "Engines Ltd",
  serviceInterest: "Other",
  message: "Sent in two halves, with the stop between them.",
};

/** Everything at once, none of it done. */
async function workUnderWay() {
  const upload = await halfAnUpload();
  const json = { "content-type": "application/json" };
  const form = await halfSent("/api/contact/send", json, Buffer.from(JSON.stringify(HALF_FORM)));
  const sync = fetch(`${firm.url}/api/square/sync-invoices`, { method: "POST", headers: administrator }).then(
    async (answer) => ({ status: answer.status, body: (await answer.json()) as Record<string, unknown> }),
    () => null,
  );
  await Promise.all(Array.from({ length: INQUIRIES }, () => ledger.inquire(firm.url)));
  expect(ledger.acknowledged).toHaveLength(INQUIRIES);
  await expect.poll(incoming).toHaveLength(1);
  await expect.poll(() => mailServer.taken.length).toBeGreaterThan(0);
  await expect.poll(() => square.heldLists()).toBeGreaterThan(0);
  return { upload, form, sync };
}

const incoming = () => readdir(join(firm.dataDir, "documents/incoming")).catch(() => []);
/** Where nothing is left of uploads, and each file has its row. */
async function keptFiles(): Promise<string[]> {
  const found = await readdir(join(firm.dataDir, "documents"), { recursive: true, withFileTypes: true });
  return found.filter((entry) => entry.isFile()).map(({ name }) => name);
}

/** @returns milliseconds until it had ended, with 0. */
async function stopped(): Promise<number> {
  const asked = performance.now();
  firm.process.kill("SIGTERM");
  expect(await firm.process.exit()).toBe(0);
  const ms = Math.round(performance.now() - asked);
  expect(ms).toBeLessThan(EXIT_WITHIN_MS);
  return ms;
}

/** Every mail was accepted once by a server that its sender heard, and nothing is left to do. */
async function expectMails(inquiries: number): Promise<string> {
  const mails = inquiries * 2;
  await expect.poll(() => new Set(mailServer.accepted).size, { timeout: 120_000 }).toBe(mails);
  expect(mailServer.accepted).toHaveLength(mails);
  // The server had some, and no time to say so: they went again, under the same Message-ID.
  return `${mails} mails each accepted once, ${mailServer.taken.length - mails} of them cut before the answer and sent again`;
}

test("a stop in the middle of work that can end: every request under way is answered, and the rest is done once afterwards", async () => {
  const release = square.holdLists();
  const { upload, form, sync } = await workUnderWay();
  const mailedBefore = mailServer.accepted.length;
  const ending = stopped();
  // They go on only when the product takes nobody new any more.
  await expect
    .poll(() =>
      fetch(`${firm.url}/api/health`).then(
        () => true,
        () => false,
      ),
    )
    .toBe(false);
  upload.finish();
  form.finish();
  release();
  expect([await upload.status, await form.status]).toEqual([201, 200]);
  expect(await sync).toMatchObject({ status: 200, body: { success: true, state: "succeeded" } });
  const ms = await ending;

  await firm.again();
  const [document, ...others] = await rows("documents?select=id,name");
  expect([document?.name, others]).toEqual(["stopped.pdf", []]);
  expect(await keptFiles()).toHaveLength(1);
  const inquiries = await firm.inquiries();
  expect(ledger.differences(inquiries)).toEqual([]);
  expect(inquiries).toHaveLength(INQUIRIES + 1);
  const synced = (await sync)?.body.synced;
  expect(await rows("invoices?select=id")).toHaveLength(Number(synced));
  const mails = await expectMails(INQUIRIES + 1);
  figures(
    `work that can end: stopped with 0 after ${ms} ms, upload 201, form 200, synchronization of ${synced} invoices 200; ${mailedBefore} mailed before; ${mails}`,
  );
});

test("a stop in the middle of work that does not end: it is cut in time, nothing half stays, and the next start finishes it once", async () => {
  // Three lists and more: each is answered before the product would give it up, all of them long after the stop.
  square.delayLists(SLOW_LIST_MS);
  const { upload, form, sync } = await workUnderWay();
  const ms = await stopped();
  // Neither was acknowledged.
  expect([await upload.status, await form.status, await sync]).toEqual([null, null, null]);
  square.delayLists(0);

  await firm.again();
  await expect.poll(incoming, { timeout: 30_000 }).toEqual([]);
  expect(await rows("documents?select=id")).toEqual([]);
  expect(await keptFiles()).toEqual([]);
  const inquiries = await firm.inquiries();
  expect(ledger.differences(inquiries)).toEqual([]);
  expect(inquiries).toHaveLength(INQUIRIES);
  // Nobody pressed the button again.
  const status = async () => (await rows("provider_status?select=last_synced_at"))[0]?.last_synced_at ?? null;
  await expect.poll(status, { timeout: 60_000 }).not.toBe(null);
  const invoices = await rows("invoices?select=square_invoice_id");
  expect(invoices.length).toBeGreaterThan(INVOICES / 2);
  expect(new Set(invoices.map(({ square_invoice_id }) => square_invoice_id)).size).toBe(invoices.length);
  const again = await fetch(`${firm.url}/api/square/sync-invoices`, {
    method: "POST",
    headers: administrator,
  });
  expect(await again.json()).toMatchObject({ success: true, changed: 0, synced: invoices.length });
  const mails = await expectMails(INQUIRIES);
  figures(
    `work that does not end: stopped with 0 after ${ms} ms, nothing half; the next start synchronized ${invoices.length} invoices; ${mails}`,
  );
});
