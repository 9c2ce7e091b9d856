import { expect, test } from "vitest";
import { aLedger } from "#tests/support/a-ledger.ts";
import { aFirmFarFromItsDatabase } from "./a-far-database.ts";
import { figures } from "./figures.ts";

const ANSWER_WITHIN_MS = 10_000;

test("a database that swallows everything: answers within 10 s, readiness says so, memory stays, and it heals", async () => {
  const { firm, line, memoryMib, stop } = await aFirmFarFromItsDatabase();
  const ledger = aLedger();
  expect((await ledger.inquire(firm.url)).status).toBe(200);
  const before = await memoryMib();
  line.fallSilent();
  const answers = await Promise.all(Array.from({ length: 100 }, () => ledger.inquire(firm.url)));
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([503]));
  expect(Math.max(...answers.map(({ ms }) => ms))).toBeLessThan(ANSWER_WITHIN_MS);
  expect((await fetch(`${firm.url}/api/ready`)).status).toBe(503);
  expect((await fetch(`${firm.url}/api/health`)).status).toBe(200);
  line.mend();
  await expect.poll(async () => (await ledger.inquire(firm.url)).status, { timeout: 10_000 }).toBe(200);
  const grown = (await memoryMib()) - before;
  expect(grown).toBeLessThan(100);
  expect(ledger.differences(await firm.inquiries())).toEqual([]);
  figures(
    `silent: slowest refusal ${Math.round(Math.max(...answers.map(({ ms }) => ms)))} ms, memory grew by ${Math.round(grown)} MB`,
  );
  await stop();
});
