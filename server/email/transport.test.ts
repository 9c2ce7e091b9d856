import { expect, onTestFinished, test } from "vitest";
import { startSlowSmtpServer } from "#tests/support/email/slow-smtp-server.ts";
import { createSmtpTransport } from "./transport.ts";

const MESSAGE = {
  messageId: "one@firm.example",
  from: "firm@firm.example",
  to: "ada@client.example",
  replyTo: null,
  subject: "News",
  text: "Hello.",
};
const LONG_TIMEOUT_MS = 10_000;

async function startSlowServer(...options: Parameters<typeof startSlowSmtpServer>) {
  const server = await startSlowSmtpServer(...options);
  onTestFinished(() => server.stop());
  return server;
}

test("waits for a slow server, and waits longer after it has received the message", async () => {
  const server = await startSlowServer({ stepMs: 40, acceptMs: 700 });
  await createSmtpTransport(server.url, {
    connectMs: LONG_TIMEOUT_MS,
    transferMs: 500,
    responseMs: LONG_TIMEOUT_MS,
  }).send(MESSAGE);
  expect(server.acknowledged).toEqual(["<one@firm.example> ada@client.example"]);
});

test.each([
  "greeting",
  "EHLO",
] as const)("times out when the server stops responding at the %s", async (silentAt) => {
  const server = await startSlowServer({ silentAt });
  const transport = createSmtpTransport(server.url, {
    connectMs: 100,
    transferMs: 100,
    responseMs: LONG_TIMEOUT_MS,
  });
  await expect(transport.send(MESSAGE)).rejects.toMatchObject({ code: "ETIMEDOUT" });
  expect(server.received).toEqual([]);
});

test("times out when the server never responds to the message", async () => {
  const server = await startSlowServer({ silentAt: "message" });
  const transport = createSmtpTransport(server.url, {
    connectMs: LONG_TIMEOUT_MS,
    transferMs: LONG_TIMEOUT_MS,
    responseMs: 100,
  });
  await expect(transport.send(MESSAGE)).rejects.toThrow("The mail server took too long to accept the email.");
});

test("stops waiting and sends nothing more after an abort", async () => {
  const server = await startSlowServer({ silentAt: "message" });
  const transport = createSmtpTransport(server.url, {
    connectMs: LONG_TIMEOUT_MS,
    transferMs: LONG_TIMEOUT_MS,
    responseMs: LONG_TIMEOUT_MS,
  });
  const controller = new AbortController();
  const pendingSend = transport.send(MESSAGE, controller.signal);
  const rejected = expect(pendingSend).rejects.toThrow(
    "The server shut down before the mail server responded.",
  );
  await expect.poll(() => server.received.length).toBe(1);
  controller.abort();
  await rejected;
  await expect(transport.send(MESSAGE, controller.signal)).rejects.toThrow("The server shut down");
  expect(server.received).toHaveLength(1);
});
