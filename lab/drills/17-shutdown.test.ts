import { once } from "node:events";
import { readdir, readFile } from "node:fs/promises";
import { type ClientRequest, type IncomingMessage, request } from "node:http";
import { join } from "node:path";
import { MOUNT_PATH } from "@wardline/square-simulator";
import { afterEach, beforeEach, expect, test } from "vitest";
import { connectSquare } from "#server/demo/connect-square.ts";
import { type SlowSmtpServer, startSlowSmtpServer } from "#tests/support/email/slow-smtp-server.ts";
import { findFreePort } from "#tests/support/network/free-port.ts";
import { readObject, readRows } from "#tests/support/network/read-json.ts";
import { type FirmProcess, OWNER, startFirmProcess } from "#tests/support/product/firm-process.ts";
import { createInquiryLedger, type InquiryLedger } from "#tests/support/product/inquiry-ledger.ts";
import { type SquareServer, startSquareServer } from "#tests/support/square/square-server.ts";
import { recordFigures } from "./support/record-figures.ts";

// Sends SIGTERM during an upload, an incomplete form submission, a sync and outgoing emails.

const MAX_EXIT_MS = 30_000;
const INVOICE_COUNT = 120;
const INQUIRIES = 8;
const LIST_DELAY_MS = 15_000;
const MIB = 1024 * 1024;
const UPLOAD_BYTES = 4 * MIB;

let square: SquareServer;
let mailServer: SlowSmtpServer;
let firm: FirmProcess;
let ledger: InquiryLedger;
let serviceHeaders: Record<string, string>;
let releaseLists: () => void;
let adminHeaders: { authorization: string };
let clientId: string;

beforeEach(async () => {
  const PORT = await findFreePort();
  square = await startSquareServer(`http://localhost:${PORT}`, INVOICE_COUNT);
  mailServer = await startSlowSmtpServer({ stepMs: 50, acceptMs: 1_500 });
  const env = { ...square.env, SQUARE_WEBHOOK_SIGNATURE_KEY: "drill-signature-key" };
  firm = await startFirmProcess({ PORT, SMTP_URL: mailServer.url, ...env });
  ledger = createInquiryLedger();
  const { secretKey } = JSON.parse(await readFile(join(firm.dataDir, "keys.json"), "utf8"));
  serviceHeaders = { apikey: secretKey, "content-type": "application/json" };
  const sendRequest = (path: string, init?: RequestInit) =>
    fetch((path.startsWith(MOUNT_PATH) ? square.url : firm.url) + path, { ...init, redirect: "manual" });
  // The sync that starts after connecting is the one that `startWork` waits for.
  releaseLists = square.pauseLists();
  adminHeaders = await connectSquare(sendRequest, secretKey, OWNER);
  const created = await fetch(`${firm.url}/rest/v1/clients?select=id`, {
    method: "POST",
    headers: { ...serviceHeaders, prefer: "return=representation" },
    body: JSON.stringify({ company: "Fabrikam", contact_person: "Ada Moreno" }),
  });
  [{ id: clientId }] = (await created.json()) as [{ id: string }];
});
afterEach(async () => {
  await firm?.stop();
  await square?.stop();
  await mailServer?.stop();
});

async function listRows(path: string): Promise<Record<string, unknown>[]> {
  const response = await fetch(`${firm.url}/rest/v1/${path}`, { headers: serviceHeaders });
  return await readRows(response);
}

/** A request with half of its body sent. `finish` sends the rest. `status` is null if the connection was closed. */
type PartialRequest = { status: Promise<number | null>; finish(): void };

async function sendPartialRequest(
  path: string,
  headers: Record<string, string>,
  body: Buffer,
): Promise<PartialRequest> {
  const partialRequest: ClientRequest = request(`${firm.url}${path}`, {
    method: "POST",
    agent: false,
    headers: { ...headers, "content-length": body.length },
  });
  const status = new Promise<number | null>((resolve) => {
    partialRequest.on("error", () => resolve(null));
    partialRequest.on("response", (response: IncomingMessage) => {
      response.resume().on("close", () => resolve(response.statusCode ?? null));
    });
  });
  const half = Math.floor(body.length / 2);
  if (!partialRequest.write(body.subarray(0, half))) {
    await once(partialRequest, "drain");
  }
  return { status, finish: () => void partialRequest.end(body.subarray(half)) };
}

function startUpload(): Promise<PartialRequest> {
  const formPart = (name: string, more = "") =>
    `--x\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\n`;
  const head = `${formPart("clientId")}${clientId}\r\n${formPart("file", '; filename="stopped.pdf"')}%PDF-1.7\n`;
  const body = Buffer.concat([
    Buffer.from(head),
    Buffer.alloc(UPLOAD_BYTES, "\n"),
    Buffer.from("\r\n--x--\r\n"),
  ]);
  const multipartHeaders = { "content-type": "multipart/form-data; boundary=x" };
  return sendPartialRequest("/api/admin/documents/upload", { ...adminHeaders, ...multipartHeaders }, body);
}

const PARTIAL_INQUIRY = {
  name: "Ada Byron",
  email: "half@visitor.example",
  company: "Engines Ltd",
  serviceInterest: "Other",
  message: "Sent in two halves, with the stop between them.",
};

/** Starts an upload, a form submission, a sync and emails, none of which is complete. */
async function startWork() {
  const upload = await startUpload();
  const json = { "content-type": "application/json" };
  const form = await sendPartialRequest(
    "/api/contact/send",
    json,
    Buffer.from(JSON.stringify(PARTIAL_INQUIRY)),
  );
  const sync = fetch(`${firm.url}/api/square/sync-invoices`, { method: "POST", headers: adminHeaders }).then(
    async (response) => ({
      status: response.status,
      body: await readObject(response),
    }),
    () => null,
  );
  await Promise.all(Array.from({ length: INQUIRIES }, () => ledger.sendInquiry(firm.url)));
  expect(ledger.acknowledged).toHaveLength(INQUIRIES);
  await expect.poll(listIncomingFiles).toHaveLength(1);
  await expect.poll(() => mailServer.received.length).toBeGreaterThan(0);
  await expect.poll(() => square.pausedListCount()).toBeGreaterThan(0);
  return { upload, form, sync };
}

const listIncomingFiles = () => readdir(join(firm.dataDir, "documents/incoming")).catch(() => []);
/** Lists all stored files, including incomplete uploads. */
async function listStoredFiles(): Promise<string[]> {
  const entries = await readdir(join(firm.dataDir, "documents"), { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name);
}

/** Sends SIGTERM and expects exit code 0. Returns the milliseconds until the exit. */
async function stopProcess(): Promise<number> {
  const stopRequestedAt = performance.now();
  firm.process.kill("SIGTERM");
  expect(await firm.process.exit()).toBe(0);
  const ms = Math.round(performance.now() - stopRequestedAt);
  expect(ms).toBeLessThan(MAX_EXIT_MS);
  return ms;
}

/** Expects that the mail server accepted each email exactly once. */
async function expectEmailsSentOnce(inquiries: number): Promise<string> {
  const emailCount = inquiries * 2;
  await expect.poll(() => new Set(mailServer.acknowledged).size, { timeout: 120_000 }).toBe(emailCount);
  expect(mailServer.acknowledged).toHaveLength(emailCount);
  // Emails that the server received but had not yet accepted were sent again with the same Message-ID.
  return `${emailCount} emails accepted once each, ${mailServer.received.length - emailCount} of them interrupted and sent again`;
}

test("a shutdown completes running requests, and the next start finishes the remaining work once", async () => {
  const { upload, form, sync } = await startWork();
  const sentBefore = mailServer.acknowledged.length;
  const exit = stopProcess();
  // Continue only after the product has stopped accepting new connections.
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
  releaseLists();
  expect([await upload.status, await form.status]).toEqual([201, 200]);
  expect(await sync).toMatchObject({ status: 200, body: { success: true, status: "succeeded" } });
  const ms = await exit;

  await firm.restart();
  const [document, ...others] = await listRows("documents?select=id,name");
  expect([document?.name, others]).toEqual(["stopped.pdf", []]);
  expect(await listStoredFiles()).toHaveLength(1);
  const inquiries = await firm.listInquiries();
  expect(ledger.findDifferences(inquiries)).toEqual([]);
  expect(inquiries).toHaveLength(INQUIRIES + 1);
  const synced = (await sync)?.body.synced;
  expect(await listRows("invoices?select=id")).toHaveLength(Number(synced));
  const emails = await expectEmailsSentOnce(INQUIRIES + 1);
  recordFigures(
    `work that can finish: exit code 0 after ${ms} ms, upload 201, form 200, sync of ${synced} invoices 200; ${sentBefore} emails sent before; ${emails}`,
  );
});

test("a shutdown aborts work that does not finish in time, leaves nothing partial, and the next start completes it once", async () => {
  // Each list request finishes within the product's timeout, but the sync takes much longer than a shutdown.
  square.delayLists(LIST_DELAY_MS);
  releaseLists();
  const { upload, form, sync } = await startWork();
  const ms = await stopProcess();
  // None of the requests was acknowledged.
  expect([await upload.status, await form.status, await sync]).toEqual([null, null, null]);
  square.delayLists(0);

  await firm.restart();
  await expect.poll(listIncomingFiles, { timeout: 30_000 }).toEqual([]);
  expect(await listRows("documents?select=id")).toEqual([]);
  expect(await listStoredFiles()).toEqual([]);
  const inquiries = await firm.listInquiries();
  expect(ledger.findDifferences(inquiries)).toEqual([]);
  expect(inquiries).toHaveLength(INQUIRIES);
  // The queue restarts the sync automatically.
  const status = async () =>
    (await listRows("provider_status?select=last_synced_at"))[0]?.last_synced_at ?? null;
  await expect.poll(status, { timeout: 60_000 }).not.toBe(null);
  const invoices = await listRows("invoices?select=square_invoice_id");
  expect(invoices.length).toBeGreaterThan(INVOICE_COUNT / 2);
  expect(new Set(invoices.map(({ square_invoice_id }) => square_invoice_id)).size).toBe(invoices.length);
  const secondSync = await fetch(`${firm.url}/api/square/sync-invoices`, {
    method: "POST",
    headers: adminHeaders,
  });
  expect(await secondSync.json()).toMatchObject({ success: true, changed: 0, synced: invoices.length });
  const emails = await expectEmailsSentOnce(INQUIRIES);
  recordFigures(
    `work that cannot finish: exit code 0 after ${ms} ms, nothing partial; the next start synced ${invoices.length} invoices; ${emails}`,
  );
});
