import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { expect, test } from "vitest";
import { aFirmProcess } from "#tests/support/a-firm-process.ts";
import { aLedger } from "#tests/support/a-ledger.ts";
import { aMailServer } from "#tests/support/a-mail-server.ts";

const CONTACT_WITHIN_MS = 2_000;

/** A mail server that takes connections and says nothing, or talks until the message and then hangs up. */
async function aBadMailServer(manner: "hangs" | "cuts after DATA") {
  const server = createServer((socket) => {
    socket.on("error", () => {});
    if (manner === "hangs") return;
    let inMessage = false;
    socket.write("220 drill\r\n");
    socket.on("data", (chunk) => {
      const text = chunk.toString();
      if (inMessage) {
        if (text.includes("\r\n.\r\n")) socket.destroy();
      } else if (/^DATA/i.test(text)) {
        inMessage = true;
        socket.write("354 go on\r\n");
      } else socket.write("250 ok\r\n");
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  return { url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`, stop: () => server.close() };
}

test.each([
  451, 550,
])("a mail server that refuses with %s: inquiries are taken at once, mail goes out later, once", async (code) => {
  const mailServer = await aMailServer();
  mailServer.refuseWith(code);
  const firm = await aFirmProcess({ SMTP_URL: mailServer.url });
  const ledger = aLedger();
  const answers = await Promise.all(Array.from({ length: 5 }, () => ledger.inquire(firm.url)));
  expect(answers.every(({ status, ms }) => status === 200 && ms < CONTACT_WITHIN_MS)).toBe(true);
  mailServer.refuseWith(null);
  // Two a person: to the firm, and the acknowledgement.
  await expect.poll(() => mailServer.received.length, { timeout: 180_000, interval: 500 }).toBe(10);
  const subjects = mailServer.received.map(({ to, message }) => `${to.join()} ${message.subject}`);
  expect(new Set(subjects).size).toBe(10);
  await firm.stop();
  await mailServer.stop();
});

test.each([
  "hangs",
  "cuts after DATA",
] as const)("a mail server that %s: inquiries are taken at once, and sent once it is mended", async (manner) => {
  const bad = await aBadMailServer(manner);
  const firm = await aFirmProcess({ SMTP_URL: bad.url });
  const ledger = aLedger();
  const answer = await ledger.inquire(firm.url);
  expect(answer.status).toBe(200);
  expect(answer.ms).toBeLessThan(CONTACT_WITHIN_MS);
  firm.process.kill("SIGTERM");
  await firm.process.exit();
  bad.stop();
  const mailServer = await aMailServer();
  await firm.again({ SMTP_URL: mailServer.url });
  await expect.poll(() => mailServer.received.length, { timeout: 180_000, interval: 500 }).toBe(2);
  expect(ledger.differences(await firm.inquiries())).toEqual([]);
  await firm.stop();
  await mailServer.stop();
});
