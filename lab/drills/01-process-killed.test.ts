import { expect, test } from "vitest";
import { startSmtpServer } from "#tests/support/email/smtp-server.ts";
import { OWNER, startFirmProcess } from "#tests/support/product/firm-process.ts";
import { createInquiryLedger } from "#tests/support/product/inquiry-ledger.ts";
import { fetchPublicConfig, readSession } from "#tests/support/product/session.ts";
import { recordFigures } from "./support/record-figures.ts";

const ROUNDS = Number(process.env.DRILL_ROUNDS ?? 100);
const MAX_START_MS = 10_000;

test(`stores and emails every acknowledged inquiry once and keeps sessions when killed during writes (${ROUNDS} rounds)`, async () => {
  const mailServer = await startSmtpServer();
  const firm = await startFirmProcess({ SMTP_URL: mailServer.url });
  const ledger = createInquiryLedger();
  const { publishableKey } = await fetchPublicConfig(firm.url);
  const headers = { apikey: publishableKey, "content-type": "application/json" };
  const requestToken = (grant: string, body: object) =>
    fetch(`${firm.url}/auth/v1/token?grant_type=${grant}`, {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
  let session = await readSession(await requestToken("password", OWNER));
  let slowest = 0;
  for (let round = 0; round < ROUNDS; round += 1) {
    const targetCount = ledger.acknowledged.length + 1 + ((round * 7) % 25);
    const writers = Array.from({ length: 4 }, async () => {
      while ((await ledger.sendInquiry(firm.url)).status !== "no response") {
        if (ledger.acknowledged.length >= targetCount) {
          firm.process.kill("SIGKILL");
        }
      }
    });
    await Promise.all(writers);
    await firm.process.exit();
    const startedAt = performance.now();
    await firm.restart();
    slowest = Math.max(slowest, performance.now() - startedAt);
    const refreshed = await requestToken("refresh_token", { refresh_token: session.refresh_token });
    expect(refreshed.status, `still signed in after round ${round}`).toBe(200);
    session = await readSession(refreshed);
  }
  const stored = await firm.listInquiries();
  const differences = ledger.findDifferences(stored);
  // Two emails per inquiry, acknowledged or not: one to the firm and one to the sender.
  const countEmails = () =>
    new Map(
      [...Map.groupBy(mailServer.received, ({ to, message }) => `${to.join()} ${message.subject}`)].map(
        ([what, all]) => [what, all.length],
      ),
    );
  await expect.poll(() => countEmails().size, { timeout: 180_000, interval: 500 }).toBe(2 * stored.length);
  const sentTwice = [...countEmails().values()].filter((times) => times > 1).length;
  recordFigures(
    `${ROUNDS} rounds, ${ledger.acknowledged.length} acknowledged, ${differences.length} lost or duplicated, slowest start ${Math.round(slowest)} ms; ${countEmails().size} emails, ${sentTwice} of them sent twice (killed between the mail server's acceptance and the status update)`,
  );
  expect(differences).toEqual([]);
  expect(slowest).toBeLessThan(MAX_START_MS);
  await firm.stop();
  await mailServer.stop();
});
