import { expect, test } from "vitest";
import { startSmtpServer } from "#tests/support/email/smtp-server.ts";
import { startFirmProcess } from "#tests/support/product/firm-process.ts";
import { createInquiryLedger } from "#tests/support/product/inquiry-ledger.ts";
import { recordFigures } from "./support/record-figures.ts";

const POSTS = Number(process.env.DRILL_POSTS ?? 10_000);
const CONCURRENCY = 500;

test(`stores and emails each accepted inquiry once and throttles the rest (${POSTS} posts, ${CONCURRENCY} at a time)`, async () => {
  const mailServer = await startSmtpServer();
  const firm = await startFirmProcess({ SMTP_URL: mailServer.url });
  const ledger = createInquiryLedger();
  const statusCounts = new Map<number | "no response", number>();
  const startedAt = performance.now();
  let remaining = POSTS;
  await Promise.all(
    Array.from({ length: CONCURRENCY }, async () => {
      while (remaining > 0) {
        remaining -= 1;
        const { status } = await ledger.sendInquiry(firm.url);
        statusCounts.set(status, (statusCounts.get(status) ?? 0) + 1);
      }
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  expect([...statusCounts.keys()].filter((status) => ![200, 429, 503].includes(Number(status)))).toEqual([]);
  const requestedAt = performance.now();
  expect((await fetch(firm.url)).status).toBe(200);
  const homePageMs = performance.now() - requestedAt;
  const differences = ledger.findDifferences(await firm.listInquiries());
  const emailCount = 2 * ledger.acknowledged.length;
  await expect
    .poll(() => mailServer.received.length, { timeout: 1_800_000, interval: 2_000 })
    .toBeGreaterThanOrEqual(emailCount);
  const distinctEmails = new Set(
    mailServer.received.map(({ to, message }) => `${to.join()} ${message.subject}`),
  );
  recordFigures(
    `${POSTS} posts, ${Math.round(POSTS / seconds)} per second, responses ${[...statusCounts].map(([status, times]) => `${times} × ${status}`).join(", ")}; ${differences.length} lost or duplicated; home page ${Math.round(homePageMs)} ms afterwards; ${mailServer.received.length} emails, ${distinctEmails.size} distinct, the last one after ${Math.round((performance.now() - startedAt) / 1000)} s`,
  );
  expect(homePageMs).toBeLessThan(1_000);
  expect(differences).toEqual([]);
  expect(distinctEmails.size).toBe(emailCount);
  expect(mailServer.received).toHaveLength(emailCount);
  await firm.stop();
  await mailServer.stop();
});
