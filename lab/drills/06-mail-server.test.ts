import { createServer } from "node:net";
import { expect, test } from "vitest";
import { startSlowSmtpServer } from "#tests/support/email/slow-smtp-server.ts";
import { startSmtpServer } from "#tests/support/email/smtp-server.ts";
import { serverPort } from "#tests/support/network/server-port.ts";
import { OWNER, startFirmProcess } from "#tests/support/product/firm-process.ts";
import { createInquiryLedger } from "#tests/support/product/inquiry-ledger.ts";
import { fetchPublicConfig } from "#tests/support/product/session.ts";
import { recordFigures } from "./support/record-figures.ts";

const MAX_RESPONSE_MS = 2_000;

/** Longer than common SMTP timeouts of 5 s for the greeting and 15 s for accepting a message. */
const STEP_DELAY_MS = 6_000;
const ACCEPT_DELAY_MS = 30_000;

type Failure = "refuses connections" | "hangs" | "disconnects after DATA";

/** Starts a mail server that refuses connections, never responds, or closes the connection after DATA. */
async function startFailingMailServer(failure: Failure) {
  let connections = 0;
  const server = createServer((socket) => {
    connections += 1;
    socket.on("error", () => {});
    if (failure === "hangs") {
      return;
    }
    let message: string | null = null;
    socket.write("220 drill\r\n");
    socket.on("data", (chunk) => {
      const text = chunk.toString();
      if (message !== null) {
        // The end of the message may arrive in a separate chunk.
        message += text;
        if (message.endsWith("\r\n.\r\n")) {
          socket.destroy();
        }
      } else if (/^DATA/i.test(text)) {
        message = "";
        socket.write("354 go on\r\n");
      } else {
        socket.write("250 ok\r\n");
      }
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const port = serverPort(server);
  if (failure === "refuses connections") {
    server.close();
  }
  return { url: `smtp://127.0.0.1:${port}`, connectionCount: () => connections, stop: () => server.close() };
}

test.each([
  451, 550,
])("accepts inquiries immediately and sends each email once after the mail server stops rejecting with %s", async (code) => {
  const mailServer = await startSmtpServer();
  mailServer.rejectWith(code);
  const firm = await startFirmProcess({ SMTP_URL: mailServer.url });
  const ledger = createInquiryLedger();
  const responses = await Promise.all(Array.from({ length: 5 }, () => ledger.sendInquiry(firm.url)));
  expect(responses.every(({ status, ms }) => status === 200 && ms < MAX_RESPONSE_MS)).toBe(true);
  await expect.poll(() => mailServer.rejectedCount(), { timeout: 30_000 }).toBeGreaterThanOrEqual(10);
  mailServer.rejectWith(null);
  const startedAt = performance.now();
  // Two emails per inquiry: one to the firm and one acknowledgment.
  await expect.poll(() => mailServer.received.length, { timeout: 180_000, interval: 500 }).toBe(10);
  const recipientsAndSubjects = mailServer.received.map(
    ({ to, message }) => `${to.join()} ${message.subject}`,
  );
  expect(new Set(recipientsAndSubjects).size).toBe(10);
  recordFigures(
    `${code}: slowest response ${slowestMs(responses)} ms, ${mailServer.rejectedCount()} rejected, 10 of 10 emails sent once ${secondsSince(startedAt)} s after the mail server recovered`,
  );
  await firm.stop();
  await mailServer.stop();
});

test.each<Failure>([
  "refuses connections",
  "hangs",
  "disconnects after DATA",
])("accepts inquiries immediately and sends emails after recovery when the mail server %s", async (failure) => {
  const failingServer = await startFailingMailServer(failure);
  const firm = await startFirmProcess({ SMTP_URL: failingServer.url });
  const ledger = createInquiryLedger();
  const responses = await Promise.all(Array.from({ length: 5 }, () => ledger.sendInquiry(firm.url)));
  expect(responses.every(({ status, ms }) => status === 200 && ms < MAX_RESPONSE_MS)).toBe(true);
  if (failure !== "refuses connections") {
    await expect
      .poll(failingServer.connectionCount, { timeout: 30_000 })
      .toBeGreaterThanOrEqual(failure === "hangs" ? 4 : 10);
  }
  // Password recovery also responds as usual.
  const { publishableKey } = await fetchPublicConfig(firm.url);
  const requestedAt = performance.now();
  const recover = await fetch(`${firm.url}/auth/v1/recover`, {
    method: "POST",
    headers: { apikey: publishableKey, "content-type": "application/json" },
    body: JSON.stringify({ email: OWNER.email }),
  });
  expect(recover.status).toBe(200);
  expect(performance.now() - requestedAt).toBeLessThan(MAX_RESPONSE_MS);
  firm.process.kill("SIGTERM");
  await firm.process.exit();
  failingServer.stop();
  const mailServer = await startSmtpServer();
  await firm.restart({ SMTP_URL: mailServer.url });
  const startedAt = performance.now();
  await expect.poll(() => mailServer.received.length, { timeout: 180_000, interval: 500 }).toBe(11);
  const sent = mailServer.received.map(({ to, message }) => `${to.join()} ${message.subject}`);
  expect(new Set(sent).size).toBe(11);
  expect(ledger.findDifferences(await firm.listInquiries())).toEqual([]);
  recordFigures(
    `${failure}: slowest response ${slowestMs(responses)} ms, 11 of 11 emails sent once ${secondsSince(startedAt)} s after the mail server recovered`,
  );
  await firm.stop();
  await mailServer.stop();
});

test("sends each email once through a mail server that is slow at each step and when accepting messages", async () => {
  const mailServer = await startSlowSmtpServer({ stepMs: STEP_DELAY_MS, acceptMs: ACCEPT_DELAY_MS });
  const firm = await startFirmProcess({ SMTP_URL: mailServer.url });
  const ledger = createInquiryLedger();
  const responses = await Promise.all(Array.from({ length: 4 }, () => ledger.sendInquiry(firm.url)));
  expect(responses.every(({ status, ms }) => status === 200 && ms < MAX_RESPONSE_MS)).toBe(true);
  const startedAt = performance.now();
  await expect.poll(() => mailServer.acknowledged.length, { timeout: 300_000, interval: 500 }).toBe(8);
  const durationS = secondsSince(startedAt);
  expect(new Set(mailServer.acknowledged).size).toBe(8);
  expect(mailServer.received).toHaveLength(8);
  // A shutdown does not wait for the mail server. Interrupted emails are sent again.
  await ledger.sendInquiry(firm.url);
  await expect.poll(() => mailServer.received.length, { timeout: 120_000 }).toBe(10);
  const stopRequestedAt = performance.now();
  await firm.stop();
  expect(secondsSince(stopRequestedAt)).toBeLessThan(30);
  recordFigures(
    `slow (${STEP_DELAY_MS / 1000} s per step, ${ACCEPT_DELAY_MS / 1000} s to accept): slowest response ${slowestMs(responses)} ms, 8 of 8 emails sent once in ${durationS} s, stopped in ${secondsSince(stopRequestedAt)} s with two in progress`,
  );
  await mailServer.stop();
});

function slowestMs(responses: readonly { ms: number }[]): number {
  return Math.round(Math.max(...responses.map(({ ms }) => ms)));
}

function secondsSince(startedAt: number): number {
  return Math.round((performance.now() - startedAt) / 1000);
}
