import { expect, onTestFinished, test } from "vitest";
import { aSlowMailServer } from "#tests/support/a-slow-mail-server.ts";
import { smtpTransport } from "./transport.ts";

const mail = {
  messageId: "one@firm.example",
  from: "firm@firm.example",
  to: "ada@client.example",
  replyTo: null,
  subject: "News",
  text: "Hello.",
};
const LONG = 10_000;

async function slow(...given: Parameters<typeof aSlowMailServer>) {
  const server = await aSlowMailServer(...given);
  onTestFinished(() => server.stop());
  return server;
}

test("a server slow at each step is waited for, and longer than for all of them once it has the message", async () => {
  const server = await slow({ stepMs: 40, acceptMs: 700 });
  await smtpTransport(server.url, { greetMs: LONG, talkMs: 500, answerMs: LONG }).send(mail);
  expect(server.accepted).toEqual(["<one@firm.example> ada@client.example"]);
});

test.each([
  "greeting",
  "EHLO",
] as const)("a server silent at the %s is left before it has the message", async (silentAt) => {
  const server = await slow({ silentAt });
  const transport = smtpTransport(server.url, { greetMs: 100, talkMs: 100, answerMs: LONG });
  await expect(transport.send(mail)).rejects.toMatchObject({ code: "ETIMEDOUT" });
  expect(server.taken).toEqual([]);
});

test("a server that never answers the message is left in the end", async () => {
  const server = await slow({ silentAt: "message" });
  const transport = smtpTransport(server.url, { greetMs: LONG, talkMs: LONG, answerMs: 100 });
  await expect(transport.send(mail)).rejects.toThrow("The mail server took too long to accept the message.");
});

test("who stops waits for no answer, and begins nothing any more", async () => {
  const server = await slow({ silentAt: "message" });
  const transport = smtpTransport(server.url, { greetMs: LONG, talkMs: LONG, answerMs: LONG });
  const stopping = new AbortController();
  const sending = transport.send(mail, stopping.signal);
  const refused = expect(sending).rejects.toThrow("The product stopped before the mail server answered.");
  await expect.poll(() => server.taken.length).toBe(1);
  stopping.abort();
  await refused;
  await expect(transport.send(mail, stopping.signal)).rejects.toThrow("The product stopped");
  expect(server.taken).toHaveLength(1);
});
