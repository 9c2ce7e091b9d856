import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import {
  callApi,
  connectSeller,
  createTestSimulator,
  createWebhookListener,
} from "../test-support/test-simulator.ts";

let folder: string;
let stateFile: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "square-"));
  stateFile = join(folder, "square.json");
});
afterEach(() => rmSync(folder, { recursive: true }));

test("saves each change before responding, without a clean shutdown", async () => {
  const first = createTestSimulator({ stateFile });
  const token = await connectSeller(first);
  const [unpaid] = Object.values(first.state().invoices).filter(({ status }) => status === "UNPAID");
  first.pay(unpaid?.id ?? "", { amount: "all" });
  // The simulator is not closed, as if the process had been killed.
  const second = createTestSimulator({ stateFile });
  expect(second.state().invoices[unpaid?.id ?? ""]?.status).toBe("PAID");
  expect((await callApi(second, "/v2/locations", { token })).status).toBe(200);
  expect(statSync(stateFile).mode & 0o777).toBe(0o600);
  await Promise.all([first.close(), second.close()]);
});

test("sends undelivered webhooks after a restart", async () => {
  const webhook = { url: "http://localhost:3000/api/square/webhook", signatureKey: "key" };
  const first = createTestSimulator({ stateFile, webhook, deliver: () => new Promise(() => {}) });
  first.emit({ type: "oauth.authorization.revoked", data: { type: "revocation", id: "M" } });
  const listener = createWebhookListener();
  const second = createTestSimulator({ stateFile, webhook, deliver: listener.deliver });
  await second.settled();
  expect(listener.received).toHaveLength(1);
  await second.close();
});

test("a restart continues the virtual clock and does not repeat ids", async () => {
  const first = createTestSimulator({ stateFile });
  await first.advanceClock(3_600_000);
  await first.close();
  const second = createTestSimulator({ stateFile });
  expect(second.now()).toEqual(first.now());
  expect(second.state().randomState).toBe(first.state().randomState);
  await second.close();
});

test("restarting under a different origin updates stored payment links", async () => {
  const first = createTestSimulator({ stateFile });
  await first.close();
  const second = createTestSimulator({ stateFile, origin: "http://localhost:4000" });
  const invoice = Object.values(second.state().invoices).find(({ status }) => status === "UNPAID");
  const paymentUrl = invoice?.public_url ?? "";
  expect(paymentUrl).toMatch(/^http:\/\/localhost:4000\/square-simulator\/pay-invoice\//);
  expect((await second.app.request(paymentUrl.slice(second.baseUrl.length))).status).toBe(200);
  await second.close();
});

test("rejects https origins and production secrets", () => {
  expect(() => createTestSimulator({ origin: "https://portal.example" })).toThrow(/only on http/);
  expect(() => createTestSimulator({ applicationSecret: "sq0csp-real" })).toThrow(/production credentials/);
});

test("rejects a state file of another format without overwriting it", () => {
  const text = JSON.stringify({ format: 99 });
  writeFileSync(stateFile, text);
  expect(() => createTestSimulator({ stateFile })).toThrow(/format 99/);
  expect(readFileSync(stateFile, "utf8")).toBe(text);
});
