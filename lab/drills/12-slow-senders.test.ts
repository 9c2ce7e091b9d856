import { connect, type Socket } from "node:net";
import { expect, test } from "vitest";
import { aFirmProcess } from "#tests/support/a-firm-process.ts";
import { figures } from "./figures.ts";

const CROWD = 1_000;
const CUT_WITHIN_MS = 60_000;

test(`${CROWD} half-sent requests: others are served within 500 ms, and each half is cut within a minute`, async () => {
  const firm = await aFirmProcess();
  const { port } = new URL(firm.url);
  const half = [
    "POST /api/contact/send HTTP/1.1\r\nHost: x\r\nX-A: ",
    "POST /api/contact/send HTTP/1.1\r\nHost: x\r\nContent-Length: 900\r\n\r\n{",
  ];
  const began = performance.now();
  const cut: Promise<number>[] = [];
  const sockets: Socket[] = [];
  for (let index = 0; index < CROWD; index += 1) {
    const socket = connect(Number(port), "localhost");
    socket.write(half[index % 2] ?? "");
    // What is not read never ends: the answer 408 and the end behind it.
    socket.resume();
    socket.on("error", () => {});
    cut.push(new Promise((closed) => socket.on("close", () => closed(performance.now() - began))));
    sockets.push(socket);
  }
  const waits: number[] = [];
  for (let index = 0; index < 100; index += 1) {
    const asked = performance.now();
    expect((await fetch(`${firm.url}/api/config`)).status).toBe(200);
    waits.push(performance.now() - asked);
  }
  const p95 = waits.sort((one, other) => one - other)[94] ?? 0;
  expect(p95).toBeLessThan(500);
  const longest = Math.max(...(await Promise.all(cut)));
  expect(longest).toBeLessThan(CUT_WITHIN_MS);
  figures(
    `p95 of the others ${Math.round(p95)} ms, the last half-sent request cut after ${Math.round(longest / 1000)} s`,
  );
  for (const socket of sockets) socket.destroy();
  await firm.stop();
});
