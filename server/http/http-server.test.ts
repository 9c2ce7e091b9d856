import { once } from "node:events";
import { connect, createServer } from "node:net";
import { text } from "node:stream/consumers";
import { expect, onTestFinished, test } from "vitest";
import { ConfigurationError } from "#server/config.ts";
import { serverPort } from "#tests/support/network/server-port.ts";
import { type HttpServer, listen, type RequestHandler } from "./http-server.ts";

const respondOk: RequestHandler = () => new Response("ok");

async function start(handler: RequestHandler = respondOk): Promise<HttpServer & { url: string }> {
  const http = await listen("127.0.0.1", 0, handler);
  onTestFinished(() => http.close(0));
  return { ...http, url: `http://127.0.0.1:${http.port}/` };
}

test("reports the port that the system assigned for port 0", async () => {
  const { port, url } = await start();
  expect(port).toBeGreaterThan(0);
  expect(await (await fetch(url)).text()).toBe("ok");
});

test("uses a replaced handler for the next request", async () => {
  const { setHandler, url } = await start(() => new Response("starting", { status: 503 }));
  expect((await fetch(url)).status).toBe(503);
  setHandler(respondOk);
  expect((await fetch(url)).status).toBe(200);
});

test("names PORT when another process uses the port", async () => {
  const occupyingServer = createServer().listen(0, "127.0.0.1");
  onTestFinished(() => void occupyingServer.close());
  await once(occupyingServer, "listening");
  const port = serverPort(occupyingServer);
  await expect(listen("127.0.0.1", port, respondOk)).rejects.toThrow(
    new ConfigurationError(
      `PORT: ${port} on 127.0.0.1 is in use by another process. Choose another port with PORT=…`,
    ),
  );
});

test.each([
  "203.0.113.9",
  "no-such-host.invalid",
])("names HOST when %s is not an address on this machine", async (host) => {
  await expect(listen(host, 0, respondOk)).rejects.toThrow(`HOST: ${host} is not an address on this machine`);
});

test("finishes running requests before it closes and accepts no new ones", async () => {
  const pendingResponse = Promise.withResolvers<Response>();
  const requestReceived = Promise.withResolvers<void>();
  const { close, url } = await start(() => {
    requestReceived.resolve();
    return pendingResponse.promise;
  });
  const runningRequest = fetch(url);
  await requestReceived.promise;
  const closed = close(10_000);
  await expect(fetch(url)).rejects.toThrow();
  pendingResponse.resolve(new Response("finished"));
  expect(await (await runningRequest).text()).toBe("finished");
  await closed;
});

test("aborts requests that still run after the timeout", async () => {
  const requestReceived = Promise.withResolvers<void>();
  const { close, url } = await start(() => {
    requestReceived.resolve();
    return new Promise(() => {});
  });
  const abortedRequest = expect(fetch(url)).rejects.toThrow();
  await requestReceived.promise;
  await close(50);
  await abortedRequest;
});

test.each([
  ["no HTTP", "\x16\x03\x01\x02\x00", 400],
  ["a header without a colon", "GET / HTTP/1.1\r\nHost: x\r\nno header\r\n\r\n", 400],
  ["two lengths", "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", 400],
  [
    "length and chunks",
    "POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
    400,
  ],
  ["two Host headers", "GET / HTTP/1.1\r\nHost: x\r\nhost: y\r\n\r\n", 400],
  ["no Host header", "GET / HTTP/1.1\r\n\r\n", 400],
  ["17 KB of headers", `GET / HTTP/1.1\r\nHost: x\r\nX-Long: ${"a".repeat(17_000)}\r\n\r\n`, 431],
])("responds to %s with an error and stays available", async (_, request, status) => {
  const { port, url } = await start();
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  await once(socket, "connect");
  socket.end(request);
  expect(await text(socket)).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
  expect((await fetch(url)).status).toBe(200);
});
