import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { aListener, aSimulator, call, connected } from "../test-support/a-simulator.ts";

let folder: string;
let stateFile: string;

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "square-"));
  stateFile = join(folder, "square.json");
});
afterEach(() => rmSync(folder, { recursive: true }));

test("what was answered is in the file, without closing", async () => {
  const first = aSimulator({ stateFile });
  const token = await connected(first);
  const [unpaid] = Object.values(first.state().invoices).filter(({ status }) => status === "UNPAID");
  first.pay(unpaid?.id ?? "", { amount: "all" });
  // No close: the process was killed.
  const second = aSimulator({ stateFile });
  expect(second.state().invoices[unpaid?.id ?? ""]?.status).toBe("PAID");
  expect((await call(second, "/v2/locations", { token })).status).toBe(200);
  expect(statSync(stateFile).mode & 0o777).toBe(0o600);
  await Promise.all([first.close(), second.close()]);
});

test("a notification that was not delivered is sent after the restart", async () => {
  const webhook = { url: "http://localhost:3000/api/square/webhook", signatureKey: "key" };
  const first = aSimulator({ stateFile, webhook, deliver: () => new Promise(() => {}) });
  first.emit({ type: "oauth.authorization.revoked", data: { type: "revocation", id: "M" } });
  const listener = aListener();
  const second = aSimulator({ stateFile, webhook, deliver: listener.deliver });
  await second.settled();
  expect(listener.heard).toHaveLength(1);
  await second.close();
});

test("the virtual clock goes on where it stood, and ids do not repeat", async () => {
  const first = aSimulator({ stateFile });
  await first.advanceClock(3_600_000);
  await first.close();
  const second = aSimulator({ stateFile });
  expect(second.now()).toEqual(first.now());
  expect(second.state().randomState).toBe(first.state().randomState);
  await second.close();
});

test("started under another address, links lead there and still pay", async () => {
  const first = aSimulator({ stateFile });
  await first.close();
  const second = aSimulator({ stateFile, origin: "http://localhost:4000" });
  const invoice = Object.values(second.state().invoices).find(({ status }) => status === "UNPAID");
  const address = invoice?.public_url ?? "";
  expect(address).toMatch(/^http:\/\/localhost:4000\/square-simulator\/pay-invoice\//);
  expect((await second.app.request(address.slice(second.baseUrl.length))).status).toBe(200);
  await second.close();
});

test("it refuses to stand beside anything real", () => {
  expect(() => aSimulator({ origin: "https://portal.example" })).toThrow(/only on http/);
  expect(() => aSimulator({ applicationSecret: "sq0csp-real" })).toThrow(/real credentials/);
});

test("a file of another format is refused, not overwritten", () => {
  const text = JSON.stringify({ format: 99 });
  writeFileSync(stateFile, text);
  expect(() => aSimulator({ stateFile })).toThrow(/format 99/);
  expect(readFileSync(stateFile, "utf8")).toBe(text);
});
