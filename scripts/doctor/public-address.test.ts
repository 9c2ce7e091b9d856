import { createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import { parseConfig } from "#server/config.ts";
import { aFreePort } from "#tests/support/a-process.ts";
import { lookAtPublicAddress } from "./public-address.ts";

test.each([
  [401, "a sign-in of the proxy's", "problem"],
  [403, "<h1>Forbidden</h1>", "problem"],
  [403, JSON.stringify({ success: false, code: "not_authorized" }), "ok"],
] as const)("notifications are refused by us, and by nothing in between: %i %s", async (status, body, state) => {
  const proxy = createServer((request, answer) =>
    request.method === "POST" ? answer.writeHead(status).end(body) : answer.end("a page"),
  );
  onTestFinished(() => void proxy.close());
  const port = await aFreePort();
  await new Promise<void>((listening) => proxy.listen(Number(port), "127.0.0.1", listening));
  const config = parseConfig({ DATA_DIR: "unused", PORT: port, PUBLIC_URL: `http://127.0.0.1:${port}` });
  const findings = await lookAtPublicAddress(config, new Date());
  expect(findings.find(({ what }) => what === "Webhook")).toMatchObject({ state });
});
