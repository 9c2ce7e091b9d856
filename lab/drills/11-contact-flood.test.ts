import { expect, test } from "vitest";
import { aFirmProcess } from "#tests/support/a-firm-process.ts";
import { aLedger } from "#tests/support/a-ledger.ts";
import { aMailServer } from "#tests/support/a-mail-server.ts";
import { figures } from "./figures.ts";

const POSTS = Number(process.env.DRILL_POSTS ?? 10_000);
const AT_ONCE = 500;

test(`${POSTS} contact posts, ${AT_ONCE} at a time: stored once and mailed once what was taken, the rest told to wait`, async () => {
  const mailServer = await aMailServer();
  const firm = await aFirmProcess({ SMTP_URL: mailServer.url });
  const ledger = aLedger();
  const counted = new Map<number | "no answer", number>();
  const began = performance.now();
  let left = POSTS;
  await Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      while (left > 0) {
        left -= 1;
        const { status } = await ledger.inquire(firm.url);
        counted.set(status, (counted.get(status) ?? 0) + 1);
      }
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  expect([...counted.keys()].filter((status) => ![200, 429, 503].includes(Number(status)))).toEqual([]);
  const asked = performance.now();
  expect((await fetch(firm.url)).status).toBe(200);
  const home = performance.now() - asked;
  const differences = ledger.differences(await firm.inquiries());
  const mails = 2 * ledger.acknowledged.length;
  await expect
    .poll(() => mailServer.received.length, { timeout: 1_800_000, interval: 2_000 })
    .toBeGreaterThanOrEqual(mails);
  const different = new Set(mailServer.received.map(({ to, message }) => `${to.join()} ${message.subject}`));
  figures(
    `${POSTS} posts, ${Math.round(POSTS / seconds)} a second, answers ${[...counted].map(([status, times]) => `${times} × ${status}`).join(", ")}; ${differences.length} lost or doubled; home page ${Math.round(home)} ms afterwards; ${mailServer.received.length} mails, ${different.size} different, the last after ${Math.round((performance.now() - began) / 1000)} s`,
  );
  expect(home).toBeLessThan(1_000);
  expect(differences).toEqual([]);
  expect(different.size).toBe(mails);
  expect(mailServer.received).toHaveLength(mails);
  await firm.stop();
  await mailServer.stop();
});
