import { connect, type Socket } from "node:net";
import { expect, test } from "vitest";
import { aFirmProcess, type FirmProcess } from "#tests/support/a-firm-process.ts";
import { aLedger } from "#tests/support/a-ledger.ts";
import { figures } from "./figures.ts";

const FEW_FILES = 160;
const CROWD = 400;
const STOPPED_MS = 20_000;
const LITTLE_HEAP_MB = 80;
const FLOOD = 2_000;

const readiness = (firm: FirmProcess) =>
  fetch(`${firm.url}/api/ready`, { signal: AbortSignal.timeout(5_000) }).then(
    ({ status }) => status,
    () => null,
  );

test(`with ${FEW_FILES} file descriptors and ${CROWD} connections more wait or are refused, and it heals when they go`, async () => {
  const firm = await aFirmProcess({}, { openFiles: FEW_FILES });
  const ledger = aLedger();
  expect((await ledger.inquire(firm.url)).status).toBe(200);
  let open = 0;
  const sockets: Socket[] = Array.from({ length: CROWD }, () => {
    const socket = connect(Number(new URL(firm.url).port), "localhost", () => {
      open += 1;
    });
    socket.on("error", () => {});
    return socket;
  });
  // No more descriptors than it may have, however many knock.
  await expect.poll(() => open, { timeout: 10_000 }).toBeGreaterThan(FEW_FILES);
  const meanwhile = await readiness(firm);
  expect(firm.process.child.exitCode).toBe(null);
  for (const socket of sockets) socket.destroy();
  const began = performance.now();
  await expect.poll(() => readiness(firm), { timeout: 20_000 }).toBe(200);
  const healed = Math.round(performance.now() - began);
  expect((await ledger.inquire(firm.url)).status).toBe(200);
  expect(ledger.differences(await firm.inquiries())).toEqual([]);
  figures(
    `${CROWD} connections on ${FEW_FILES} descriptors: readiness meanwhile ${meanwhile ?? "no answer in 5 s"}, healed after ${healed} ms`,
  );
  await firm.stop();
});

test(`a process that stands still for ${STOPPED_MS} ms goes on as if nothing had been`, async () => {
  const firm = await aFirmProcess();
  const ledger = aLedger();
  expect((await ledger.inquire(firm.url)).status).toBe(200);
  firm.process.kill("SIGSTOP");
  const waiting = Array.from({ length: 50 }, () => ledger.inquire(firm.url));
  await new Promise((over) => setTimeout(over, STOPPED_MS));
  firm.process.kill("SIGCONT");
  const answers = await Promise.all(waiting);
  expect(answers.filter(({ status }) => ![200, 429, 503].includes(Number(status)))).toEqual([]);
  const began = performance.now();
  await expect.poll(() => readiness(firm), { timeout: 10_000 }).toBe(200);
  expect(ledger.differences(await firm.inquiries())).toEqual([]);
  figures(
    `stopped for ${STOPPED_MS / 1000} s with 50 requests waiting: answers ${countsOf(answers)}, ready ${Math.round(performance.now() - began)} ms after them`,
  );
  await firm.stop();
});

test(`with ${LITTLE_HEAP_MB} MB of heap a flood of ${FLOOD} is refused or served, and the process lives or says why it ended`, async () => {
  const firm = await aFirmProcess({}, { heapMegabytes: LITTLE_HEAP_MB });
  const ledger = aLedger();
  const answers = await Promise.all(Array.from({ length: FLOOD }, () => ledger.inquire(firm.url)));
  const isAlive = (await fetch(`${firm.url}/api/health`).catch(() => null))?.status === 200;
  if (!isAlive) {
    expect(firm.process.output()).toContain("heap");
    await firm.again();
  }
  expect(answers.filter(({ status }) => ![200, 429, 503, "no answer"].includes(status))).toEqual([]);
  expect(ledger.differences(await firm.inquiries())).toEqual([]);
  figures(
    `${FLOOD} posts at once with ${LITTLE_HEAP_MB} MB of heap: ${isAlive ? "the process lived" : "the process ended, said why, and started again"}, answers ${countsOf(answers)}, ${ledger.acknowledged.length} acknowledged and all there once`,
  );
  await firm.stop();
});

function countsOf(answers: readonly { status: number | "no answer" }[]): string {
  return [...Map.groupBy(answers, ({ status }) => status)]
    .map(([status, all]) => `${all.length} × ${status}`)
    .join(", ");
}
