import { once } from "node:events";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type HttpServer, listen } from "./http-server.ts";

let http: HttpServer;
beforeAll(async () => {
  http = await listen("127.0.0.1", 0, async (request) => new Response(await request.text()), {
    bodyTimeout: {
      intervalMs: 200,
      minBytesPerInterval: 10,
      allowsSlowUpload: ({ url }) => url === "/upload",
    },
  });
});
afterAll(() => http.close(0));

/** Sends a piece of the body every 50 ms. @returns the raw response. */
async function sendSlowly(path: string, pieces: number, piece: string): Promise<string> {
  const socket = connect(http.port, "127.0.0.1");
  await once(socket, "connect");
  socket.on("error", () => {});
  const response = text(socket);
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: x\r\nConnection: close\r\nContent-Length: ${pieces * 10}\r\n\r\n`,
  );
  let sentPieces = 0;
  const sendTimer = setInterval(() => {
    if (sentPieces++ < pieces) {
      socket.write(piece);
    }
  }, 50);
  return response.finally(() => clearInterval(sendTimer));
}

test("allows a slow but steady body only for uploads", async () => {
  expect(await sendSlowly("/upload", 12, "0123456789")).toMatch(/^HTTP\/1.1 200 OK[\s\S]*(0123456789){12}/);
  expect(await sendSlowly("/other", 12, "0123456789")).toMatch(/^HTTP\/1.1 408/);
});

test("closes the connection when a body stalls", async () => {
  expect(await sendSlowly("/upload", 1, "")).toMatch(/^HTTP\/1.1 408/);
});

test("allows a response to take longer than the request timeout", async () => {
  http.setHandler(async () => {
    await new Promise((resolve) => setTimeout(resolve, 500));
    return new Response("done");
  });
  const response = await fetch(`http://127.0.0.1:${http.port}/other`, { method: "POST", body: "all" });
  expect(await response.text()).toBe("done");
});
