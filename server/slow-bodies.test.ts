import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type HttpServer, listen } from "./http-server.ts";

let http: HttpServer;
beforeAll(async () => {
  http = await listen("127.0.0.1", 0, async (request) => new Response(await request.text()), {
    withinMs: 200,
    bytesASpan: 10,
    isWorthWaiting: ({ url }) => url === "/upload",
  });
});
afterAll(() => http.close(0));

/** Sends ten bytes more every 50 ms, or none, and gives what is answered. */
async function slowly(path: string, pieces: number, piece: string): Promise<string> {
  const socket = connect(http.port, "127.0.0.1");
  await once(socket, "connect");
  socket.on("error", () => {});
  const answer = text(socket);
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${pieces * 10}\r\n\r\n`,
  );
  let sent = 0;
  const send = setInterval(() => {
    if (sent++ < pieces) socket.write(piece);
  }, 50);
  return answer.finally(() => clearInterval(send));
}

test("a body that keeps arriving is waited for where that is worth it, and nowhere else", async () => {
  expect(await slowly("/upload", 12, "0123456789")).toMatch(/^HTTP\/1.1 200 OK[\s\S]*(0123456789){12}/);
  expect(await slowly("/elsewhere", 12, "0123456789")).toMatch(/^HTTP\/1.1 408/);
});

test("a body that does not arrive is cut everywhere", async () => {
  expect(await slowly("/upload", 1, "")).toMatch(/^HTTP\/1.1 408/);
});

test("an answer may take longer than its request might", async () => {
  http.answerWith(async () => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    return new Response("done");
  });
  const response = await fetch(`http://127.0.0.1:${http.port}/elsewhere`, { method: "POST", body: "all" });
  expect(await response.text()).toBe("done");
});
