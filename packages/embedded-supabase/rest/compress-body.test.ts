import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { compressBody } from "./compress-body.ts";

const ROWS = JSON.stringify(Array.from({ length: 200 }, (_, id) => ({ id, name: "Ünïcode ✓" })));

test.each([
  "gzip",
  "gzip, deflate, br",
  "br;q=1.0, GZIP;q=0.8",
])("compresses a long body for a client that sends Accept-Encoding: %s", async (acceptEncoding) => {
  const compressed = await compressBody(ROWS, acceptEncoding);
  expect(compressed?.byteLength).toBeLessThan(ROWS.length / 4);
  expect(gunzipSync(compressed ?? "").toString()).toBe(ROWS);
});

test.each([
  null,
  "",
  "br",
  "identity",
  "gzip;q=0",
  "br, gzip; q=0.0",
])("does not compress for Accept-Encoding: %s", async (acceptEncoding) => {
  expect(await compressBody(ROWS, acceptEncoding)).toBeNull();
});

test("does not compress a short body", async () => {
  expect(await compressBody("[]", "gzip")).toBeNull();
});
