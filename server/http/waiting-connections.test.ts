import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { listen } from "./http-server.ts";
import type { WaitingConnectionLimits } from "./waiting-connections.ts";

const NEVER_MS = 60_000;

async function startServer(waitingConnections: WaitingConnectionLimits) {
  const http = await listen("127.0.0.1", 0, () => new Response("ok"), { waitingConnections });
  onTestFinished(() => http.close(0));
  return http.port;
}

async function openConnection(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  socket.on("error", () => {});
  onTestFinished(() => void socket.destroy());
  await once(socket, "connect");
  return socket;
}

/** Opens connections that send `text`. `closedCount` returns how many of them the server has closed. */
async function openConnections(port: number, count: number, text = "") {
  let closedCount = 0;
  for (let index = 0; index < count; index += 1) {
    const socket = await openConnection(port);
    socket.once("close", () => {
      closedCount += 1;
    });
    socket.write(text);
  }
  return { closedCount: () => closedCount };
}

test.each([
  ["send nothing", ""],
  ["send incomplete headers", "GET / HTTP/1.1\r\nHost: x\r\n"],
])("closes all but a few connections from one address that %s", async (_, text) => {
  const port = await startServer({ maxPerAddress: 100, gracePeriodMs: 100, maxAfterGracePeriod: 3 });
  const { closedCount } = await openConnections(port, 10, text);
  await expect.poll(closedCount).toBe(7);
  expect((await fetch(`http://127.0.0.1:${port}/`)).status).toBe(200);
});

test("closes connections above the maximum immediately", async () => {
  const port = await startServer({ maxPerAddress: 5, gracePeriodMs: NEVER_MS, maxAfterGracePeriod: 5 });
  const { closedCount } = await openConnections(port, 8);
  await expect.poll(closedCount).toBe(3);
});

test("does not count connections that have sent a request or have closed", async () => {
  const port = await startServer({ maxPerAddress: 2, gracePeriodMs: NEVER_MS, maxAfterGracePeriod: 2 });
  for (let index = 0; index < 3; index += 1) {
    const active = await openConnection(port);
    active.write("GET / HTTP/1.1\r\nHost: x\r\n\r\n");
    expect(String(await once(active, "data"))).toMatch(/^HTTP\/1.1 200/);
    (await openConnection(port)).destroy();
  }
  const permitted = await openConnections(port, 2);
  const excess = await openConnections(port, 1);
  await expect.poll(excess.closedCount).toBe(1);
  expect(permitted.closedCount()).toBe(0);
});
