import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { startFirmProcess } from "#tests/support/product/firm-process.ts";
import { createInquiryLedger, type InquiryResponse } from "#tests/support/product/inquiry-ledger.ts";
import { recordFigures } from "./support/record-figures.ts";

const MAX_RECOVERY_MS = 5_000;

test.each([
  "SIGINT",
  "SIGKILL",
] as const)("recovers within 5 s without hanging or losing data when PostgreSQL ends with %s under load", async (signal) => {
  const firm = await startFirmProcess();
  const ledger = createInquiryLedger();
  const responses: (InquiryResponse & { at: number })[] = [];
  let isOver = false;
  const senders = Array.from({ length: 6 }, async () => {
    while (!isOver) {
      responses.push({ ...(await ledger.sendInquiry(firm.url)), at: performance.now() });
    }
  });
  await expect.poll(() => ledger.acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(50);
  const pidFile = await readFile(join(firm.dataDir, "database/cluster/postmaster.pid"), "utf8");
  const killedAt = performance.now();
  process.kill(Number(pidFile.split("\n")[0]), signal);
  const before = ledger.acknowledged.length;
  await expect.poll(() => ledger.acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(before + 50);
  isOver = true;
  await Promise.all(senders);
  const rejected = responses.filter(({ status, at }) => status !== 200 && at >= killedAt);
  const recoveredAfterMs = Math.max(killedAt, ...rejected.map(({ at }) => at)) - killedAt;
  const slowest = Math.max(...responses.map(({ ms }) => ms));
  recordFigures(
    `${signal}: ${rejected.length} rejected, recovered after ${Math.round(recoveredAfterMs)} ms, slowest response ${Math.round(slowest)} ms, ${ledger.acknowledged.length} acknowledged`,
  );
  expect(
    [...new Set(responses.map(({ status }) => status))].filter(
      (status) => ![200, 429, 503].includes(Number(status)),
    ),
  ).toEqual([]);
  expect(rejected.filter(({ retryAfter }) => !retryAfter)).toEqual([]);
  expect(slowest).toBeLessThan(10_000);
  expect(recoveredAfterMs).toBeLessThan(MAX_RECOVERY_MS);
  expect(ledger.findDifferences(await firm.listInquiries())).toEqual([]);
  await firm.stop();
});
