import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { aFirmProcess } from "#tests/support/a-firm-process.ts";
import { aLedger, type LedgerAnswer } from "#tests/support/a-ledger.ts";
import { figures } from "./figures.ts";

const HEALED_WITHIN_MS = 5_000;

test.each([
  "SIGINT",
  "SIGKILL",
] as const)("the database ends by %s under load: 503 and no hang, healed within 5 s, nothing lost", async (signal) => {
  const firm = await aFirmProcess();
  const ledger = aLedger();
  const answers: (LedgerAnswer & { at: number })[] = [];
  let isOver = false;
  const people = Array.from({ length: 6 }, async () => {
    while (!isOver) answers.push({ ...(await ledger.inquire(firm.url)), at: performance.now() });
  });
  await expect.poll(() => ledger.acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(50);
  const note = await readFile(join(firm.dataDir, "database/cluster/postmaster.pid"), "utf8");
  const struck = performance.now();
  process.kill(Number(note.split("\n")[0]), signal);
  const before = ledger.acknowledged.length;
  await expect.poll(() => ledger.acknowledged.length, { timeout: 30_000 }).toBeGreaterThan(before + 50);
  isOver = true;
  await Promise.all(people);
  const refused = answers.filter(({ status, at }) => status !== 200 && at >= struck);
  const healed = Math.max(struck, ...refused.map(({ at }) => at)) - struck;
  const slowest = Math.max(...answers.map(({ ms }) => ms));
  figures(
    `${signal}: ${refused.length} refused, healed after ${Math.round(healed)} ms, slowest answer ${Math.round(slowest)} ms, ${ledger.acknowledged.length} acknowledged`,
  );
  expect(
    [...new Set(answers.map(({ status }) => status))].filter(
      (status) => ![200, 429, 503].includes(Number(status)),
    ),
  ).toEqual([]);
  expect(refused.filter(({ retryAfter }) => !retryAfter)).toEqual([]);
  expect(slowest).toBeLessThan(10_000);
  expect(healed).toBeLessThan(HEALED_WITHIN_MS);
  expect(ledger.differences(await firm.inquiries())).toEqual([]);
  await firm.stop();
});
