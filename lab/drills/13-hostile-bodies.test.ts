import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { startFirmProcess } from "#tests/support/product/firm-process.ts";
import { fetchPublicConfig } from "#tests/support/product/session.ts";
import { recordFigures } from "./support/record-figures.ts";

const nestedJson = (depth: number) => "[".repeat(depth) + "]".repeat(depth);
const BODIES: Record<string, { body: string | Buffer; headers?: Record<string, string> }> = {
  "deep JSON": { body: nestedJson(100_000) },
  "huge JSON": { body: JSON.stringify({ name: "x".repeat(20 * 1024 * 1024) }) },
  "bad UTF-8": { body: Buffer.from([0x7b, 0x22, 0xff, 0xfe, 0xc0, 0xaf, 0x22, 0x3a, 0x31, 0x7d]) },
  "a NUL in a value": { body: '{"name":"a\\u0000b","email":"a@b.example","password":"a\\u0000b"}' },
  "a lone surrogate": { body: '{"name":"\\ud800","email":"a@b.example","password":"\\udfff"}' },
  "a gzip bomb": { body: gzipSync(Buffer.alloc(64 * 1024 * 1024)), headers: { "content-encoding": "gzip" } },
  "a prototype": { body: '{"__proto__":{"role":"admin"},"constructor":{"prototype":{"x":1}}}' },
  nothing: { body: "" },
};
const PATHS = [
  "/api/contact/send",
  "/api/square/webhook",
  "/api/admin/update-client-rates",
  "/api/admin/projects/link-invoices",
  "/api/admin/documents/upload",
  "/auth/v1/token?grant_type=password",
  "/auth/v1/recover",
  "/auth/v1/verify",
  "/rest/v1/service_bookings",
  "/rest/v1/rpc/nothing",
];

test("returns a clean 4xx for hostile bodies on every endpoint and keeps running", async () => {
  const firm = await startFirmProcess();
  const { publishableKey } = await fetchPublicConfig(firm.url);
  const unexpected: string[] = [];
  for (const path of PATHS) {
    for (const [what, { body, headers }] of Object.entries(BODIES)) {
      const response = await fetch(`${firm.url}${path}`, {
        method: "POST",
        headers: { apikey: publishableKey, "content-type": "application/json", ...headers },
        body: typeof body === "string" ? body : new Uint8Array(body),
      }).catch(() => null);
      // The server may close the connection before an oversized body has been sent.
      if (!response && what === "huge JSON") {
        continue;
      }
      const text = (await response?.text()) ?? "";
      const isClean =
        response &&
        response.status >= 400 &&
        response.status < 500 &&
        !/\n\s+at |\bselect .* from |\binsert into /i.test(text);
      if (!isClean) {
        unexpected.push(`${what} at ${path}: ${response?.status} ${text.slice(0, 80)}`);
      }
    }
  }
  recordFigures(
    `${PATHS.length} endpoints × ${Object.keys(BODIES).length} bodies: ${unexpected.length} responses other than a clean 4xx`,
  );
  expect(unexpected).toEqual([]);
  expect((await fetch(`${firm.url}/api/ready`)).status).toBe(200);
  await firm.stop();
});
