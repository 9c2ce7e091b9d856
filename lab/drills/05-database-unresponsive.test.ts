import { expect, test } from "vitest";
import { createInquiryLedger } from "#tests/support/product/inquiry-ledger.ts";
import { recordFigures } from "./support/record-figures.ts";
import { startFirmWithRemoteDatabase } from "./support/remote-database.ts";

const MAX_RESPONSE_MS = 10_000;

test("responds within 10 s, reports not ready and recovers when the database does not respond", async () => {
  const { firm, line, readMemoryMib: memoryMib, stop } = await startFirmWithRemoteDatabase();
  const ledger = createInquiryLedger();
  expect((await ledger.sendInquiry(firm.url)).status).toBe(200);
  const before = await memoryMib();
  line.stall();
  const responses = await Promise.all(Array.from({ length: 100 }, () => ledger.sendInquiry(firm.url)));
  expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([503]));
  expect(Math.max(...responses.map(({ ms }) => ms))).toBeLessThan(MAX_RESPONSE_MS);
  expect((await fetch(`${firm.url}/api/ready`)).status).toBe(503);
  expect((await fetch(`${firm.url}/api/health`)).status).toBe(200);
  line.reset();
  await expect.poll(async () => (await ledger.sendInquiry(firm.url)).status, { timeout: 10_000 }).toBe(200);
  const memoryGrowth = (await memoryMib()) - before;
  expect(memoryGrowth).toBeLessThan(100);
  expect(ledger.findDifferences(await firm.listInquiries())).toEqual([]);
  recordFigures(
    `unresponsive: slowest 503 after ${Math.round(Math.max(...responses.map(({ ms }) => ms)))} ms, memory grew by ${Math.round(memoryGrowth)} MB`,
  );
  await stop();
});
