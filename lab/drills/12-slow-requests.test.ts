import { connect, type Socket } from "node:net";
import { expect, test } from "vitest";
import { startFirmProcess } from "#tests/support/product/firm-process.ts";
import { recordFigures } from "./support/record-figures.ts";

const CONNECTIONS = 1_000;
const MAX_OPEN_MS = 60_000;

test(`serves other requests within 500 ms and closes ${CONNECTIONS} incomplete requests within a minute`, async () => {
  const firm = await startFirmProcess();
  const { port } = new URL(firm.url);
  const incompleteRequests = [
    "POST /api/contact/send HTTP/1.1\r\nHost: x\r\nX-A: ",
    "POST /api/contact/send HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\n{",
  ];
  const startedAt = performance.now();
  const closed: Promise<number>[] = [];
  const sockets: Socket[] = [];
  for (let index = 0; index < CONNECTIONS; index += 1) {
    const socket = connect(Number(port), "localhost");
    socket.write(incompleteRequests[index % 2] ?? "");
    // Read the 408 response, otherwise the socket never closes.
    socket.resume();
    socket.on("error", () => {});
    closed.push(new Promise((resolve) => socket.on("close", () => resolve(performance.now() - startedAt))));
    sockets.push(socket);
  }
  const durations: number[] = [];
  for (let index = 0; index < 100; index += 1) {
    const requestedAt = performance.now();
    expect((await fetch(`${firm.url}/api/config`)).status).toBe(200);
    durations.push(performance.now() - requestedAt);
  }
  const p95 = durations.sort((a, b) => a - b)[94] ?? 0;
  expect(p95).toBeLessThan(500);
  const longest = Math.max(...(await Promise.all(closed)));
  expect(longest).toBeLessThan(MAX_OPEN_MS);
  recordFigures(
    `p95 of other requests ${Math.round(p95)} ms, last incomplete request closed after ${Math.round(longest / 1000)} s`,
  );
  for (const socket of sockets) {
    socket.destroy();
  }
  await firm.stop();
});
