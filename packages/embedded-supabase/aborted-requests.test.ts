import { request } from "node:http";
import { serve } from "@hono/node-server";
import { expect, onTestFinished, test } from "vitest";
import { createEmbeddedSupabase } from "#src/index.ts";
import { createTestDatabase } from "#src/test-support/test-database.ts";

const KEY = "publishable";

/** Starts the backend. `nextResponse` resolves to the status of the next response and the level of each log line. */
async function startServer() {
  const { pool } = await createTestDatabase();
  const levels: string[] = [];
  const logAt = (level: string) => () => void levels.push(level);
  const { app } = await createEmbeddedSupabase({
    pool,
    publicUrl: "http://localhost",
    publishableKey: KEY,
    secretKey: "secret",
    now: () => new Date(),
    rateLimitScale: 1000,
    clientAddress: () => "127.0.0.1",
    log: { debug: logAt("debug"), info: logAt("info"), warn: logAt("warn"), error: logAt("error") },
  });
  const received = Promise.withResolvers<void>();
  const status = Promise.withResolvers<number>();
  const server = serve({
    port: 0,
    hostname: "127.0.0.1",
    fetch: async (incoming, env) => {
      received.resolve();
      const response = await app.fetch(incoming, env);
      status.resolve(response.status);
      return response;
    },
  });
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.once("listening", () => resolve()));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return { port, received: received.promise, status: status.promise, levels };
}

test.each([
  ["POST", "/auth/v1/token?grant_type=password", { "content-length": "100" }],
  ["POST", "/auth/v1/recover", { "transfer-encoding": "chunked" }],
  ["POST", "/rest/v1/rpc/anything", { "content-length": "100" }],
  ["PATCH", "/rest/v1/rows?id=eq.1", { "transfer-encoding": "chunked" }],
])("%s %s that is aborted while its body arrives gets 400 and is logged at debug level", async (method, path, headers) => {
  const { port, received, status, levels } = await startServer();
  const outgoing = request({
    port,
    host: "127.0.0.1",
    method,
    path,
    headers: { ...headers, apikey: KEY, "content-type": "application/json" },
  });
  outgoing.on("error", () => {});
  outgoing.write('{"email":');
  await received;
  outgoing.destroy();
  expect([await status, levels]).toEqual([400, ["debug"]]);
});
