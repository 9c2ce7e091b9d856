import { createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { parseConfig } from "#server/config.ts";
import { findFreePort } from "#tests/support/network/free-port.ts";
import { checkPublicAddress } from "./public-address.ts";

test.each([
  [401, "the proxy's sign-in page", "problem"],
  [403, "<h1>Forbidden</h1>", "problem"],
  [403, JSON.stringify({ success: false, code: "not_authorized" }), "ok"],
] as const)("requires the product, not a proxy, to reject unsigned webhooks: %i %s", async (responseStatus, body, status) => {
  const proxy = createServer((request, response) =>
    request.method === "POST" ? response.writeHead(responseStatus).end(body) : response.end("a page"),
  );
  onTestFinished(() => void proxy.close());
  const port = await findFreePort();
  await new Promise<void>((listening) => proxy.listen(Number(port), "127.0.0.1", listening));
  const config = parseConfig({ DATA_DIR: "unused", PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` });
  const findings = await checkPublicAddress(config, new Date());
  expect(findings.find(({ check }) => check === "Webhook")).toMatchObject({ status });
});
