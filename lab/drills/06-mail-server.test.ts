import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { expect, test } from "vitest";
import { aFirmProcess, OWNER } from "#tests/support/a-firm-process.ts";
import { aLedger } from "#tests/support/a-ledger.ts";
import { aMailServer } from "#tests/support/a-mail-server.ts";
import { aSlowMailServer } from "#tests/support/a-slow-mail-server.ts";
import { figures } from "./figures.ts";

const CONTACT_WITHIN_MS = 2_000;

/** Longer than the limits once were: 5 s for a greeting, 15 s for the answer to a message. */
const SLOW_STEP_MS = 6_000;
const SLOW_ACCEPT_MS = 30_000;

type Manner = "takes no connections" | "hangs" | "cuts after DATA";

/** A mail server that takes no connections, takes them and says nothing, or talks until the message and then hangs up. */
async function aBadMailServer(manner: Manner) {
  let met = 0;
  const server = createServer((socket) => {
    met += 1;
    socket.on("error", () => {});
    if (manner === "hangs") return;
    let message: string | null = null;
    socket.write("220 drill\r\n");
    socket.on("data", (chunk) => {
      const text = chunk.toString();
      if (message !== null) {
        // Its end may come by itself.
        message += text;
        if (message.endsWith("\r\n.\r\n")) socket.destroy();
      } else if (/^DATA/i.test(text)) {
        message = "";
        socket.write("354 go on\r\n");
      } else socket.write("250 ok\r\n");
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const { port } = server.address() as AddressInfo;
  if (manner === "takes no connections") server.close();
  return { url: `smtp://127.0.0.1:${port}`, met: () => met, stop: () => server.close() };
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
  await expect.poll(() => mailServer.refused(), { timeout: 30_000 }).toBeGreaterThanOrEqual(10);
  mailServer.refuseWith(null);
  const began = performance.now();
  // Two a person: to the firm, and the acknowledgement.
  await expect.poll(() => mailServer.received.length, { timeout: 180_000, interval: 500 }).toBe(10);
  const subjects = mailServer.received.map(({ to, message }) => `${to.join()} ${message.subject}`);
  expect(new Set(subjects).size).toBe(10);
  figures(
    `${code}: slowest answer ${slowest(answers)} ms, ${mailServer.refused()} refused, 10 of 10 mailed once ${since(began)} s after it was mended`,
  );
  await firm.stop();
  await mailServer.stop();
});

test.each<Manner>([
  "takes no connections",
  "hangs",
  "cuts after DATA",
])("a mail server that %s: inquiries are taken at once, and sent once it is mended", async (manner) => {
  const bad = await aBadMailServer(manner);
  const firm = await aFirmProcess({ SMTP_URL: bad.url });
  const ledger = aLedger();
  const answers = await Promise.all(Array.from({ length: 5 }, () => ledger.inquire(firm.url)));
  expect(answers.every(({ status, ms }) => status === 200 && ms < CONTACT_WITHIN_MS)).toBe(true);
  if (manner !== "takes no connections")
    await expect.poll(bad.met, { timeout: 30_000 }).toBeGreaterThanOrEqual(manner === "hangs" ? 4 : 10);
  // Asking for a link answers as ever too, whoever asks.
  const { publishableKey } = (await (await fetch(`${firm.url}/api/config`)).json()) as {
    publishableKey: string;
  };
  const asked = performance.now();
  const recover = await fetch(`${firm.url}/auth/v1/recover`, {
    method: "POST",
    headers: { apikey: publishableKey, "content-type": "application/json" },
    body: JSON.stringify({ email: OWNER.email }),
  });
  expect(recover.status).toBe(200);
  expect(performance.now() - asked).toBeLessThan(CONTACT_WITHIN_MS);
  firm.process.kill("SIGTERM");
  await firm.process.exit();
  bad.stop();
  const mailServer = await aMailServer();
  await firm.again({ SMTP_URL: mailServer.url });
  const began = performance.now();
  await expect.poll(() => mailServer.received.length, { timeout: 180_000, interval: 500 }).toBe(11);
  const sent = mailServer.received.map(({ to, message }) => `${to.join()} ${message.subject}`);
  expect(new Set(sent).size).toBe(11);
  expect(ledger.differences(await firm.inquiries())).toEqual([]);
  figures(
    `${manner}: slowest answer ${slowest(answers)} ms, 11 of 11 mailed once ${since(began)} s after it was mended`,
  );
  await firm.stop();
  await mailServer.stop();
});

test("a mail server slow at each step, and slower still behind its scanner: each mail goes out once", async () => {
  const mailServer = await aSlowMailServer({ stepMs: SLOW_STEP_MS, acceptMs: SLOW_ACCEPT_MS });
  const firm = await aFirmProcess({ SMTP_URL: mailServer.url });
  const ledger = aLedger();
  const answers = await Promise.all(Array.from({ length: 4 }, () => ledger.inquire(firm.url)));
  expect(answers.every(({ status, ms }) => status === 200 && ms < CONTACT_WITHIN_MS)).toBe(true);
  const began = performance.now();
  await expect.poll(() => mailServer.accepted.length, { timeout: 300_000, interval: 500 }).toBe(8);
  const tookS = since(began);
  expect(new Set(mailServer.accepted).size).toBe(8);
  expect(mailServer.taken).toHaveLength(8);
  // A stop waits for no scanner: such a mail is cut after DATA, and goes again.
  await ledger.inquire(firm.url);
  await expect.poll(() => mailServer.taken.length, { timeout: 120_000 }).toBe(10);
  const stopped = performance.now();
  await firm.stop();
  expect(since(stopped)).toBeLessThan(30);
  figures(
    `slow (${SLOW_STEP_MS / 1000} s a step, ${SLOW_ACCEPT_MS / 1000} s to accept): slowest answer ${slowest(answers)} ms, 8 of 8 mailed once in ${tookS} s, stopped in ${since(stopped)} s with two under way`,
  );
  await mailServer.stop();
});

function slowest(answers: readonly { ms: number }[]): number {
  return Math.round(Math.max(...answers.map(({ ms }) => ms)));
}

function since(began: number): number {
  return Math.round((performance.now() - began) / 1000);
}
