import { connect, type Socket } from "node:net";
import { expect, test } from "vitest";
import { type FirmProcess, startFirmProcess } from "#tests/support/product/firm-process.ts";
import { createInquiryLedger } from "#tests/support/product/inquiry-ledger.ts";
import { recordFigures } from "./support/record-figures.ts";

const MAX_OPEN_FILES = 160;
const CONNECTIONS = 400;
const PAUSE_MS = 20_000;
const HEAP_MB = 80;
const REQUESTS = 2_000;

const fetchReadiness = (firm: FirmProcess) =>
  fetch(`${firm.url}/api/ready`, { signal: AbortSignal.timeout(5_000) }).then(
    ({ status }) => status,
    () => null,
  );

test(`recovers from ${CONNECTIONS} connections with a limit of ${MAX_OPEN_FILES} file descriptors`, async () => {
  const firm = await startFirmProcess({}, { openFiles: MAX_OPEN_FILES });
  const ledger = createInquiryLedger();
  expect((await ledger.sendInquiry(firm.url)).status).toBe(200);
  let open = 0;
  const sockets: Socket[] = Array.from({ length: CONNECTIONS }, () => {
    const socket = connect(Number(new URL(firm.url).port), "localhost", () => {
      open += 1;
    });
    socket.on("error", () => {});
    return socket;
  });
  // Open more connections than the file descriptor limit allows.
  await expect.poll(() => open, { timeout: 10_000 }).toBeGreaterThan(MAX_OPEN_FILES);
  const readinessDuring = await fetchReadiness(firm);
  expect(firm.process.child.exitCode).toBe(null);
  for (const socket of sockets) {
    socket.destroy();
  }
  const startedAt = performance.now();
  await expect.poll(() => fetchReadiness(firm), { timeout: 20_000 }).toBe(200);
  const recoveredAfterMs = Math.round(performance.now() - startedAt);
  expect((await ledger.sendInquiry(firm.url)).status).toBe(200);
  expect(ledger.findDifferences(await firm.listInquiries())).toEqual([]);
  recordFigures(
    `${CONNECTIONS} connections on ${MAX_OPEN_FILES} descriptors: readiness during exhaustion ${readinessDuring ?? "no response in 5 s"}, recovered after ${recoveredAfterMs} ms`,
  );
  await firm.stop();
});

test(`continues normally after being paused for ${PAUSE_MS} ms`, async () => {
  const firm = await startFirmProcess();
  const ledger = createInquiryLedger();
  expect((await ledger.sendInquiry(firm.url)).status).toBe(200);
  firm.process.kill("SIGSTOP");
  const pendingInquiries = Array.from({ length: 50 }, () => ledger.sendInquiry(firm.url));
  await new Promise((over) => setTimeout(over, PAUSE_MS));
  firm.process.kill("SIGCONT");
  const responses = await Promise.all(pendingInquiries);
  expect(responses.filter(({ status }) => ![200, 429, 503].includes(Number(status)))).toEqual([]);
  const startedAt = performance.now();
  await expect.poll(() => fetchReadiness(firm), { timeout: 10_000 }).toBe(200);
  expect(ledger.findDifferences(await firm.listInquiries())).toEqual([]);
  recordFigures(
    `paused for ${PAUSE_MS / 1000} s with 50 requests waiting: responses ${countByStatus(responses)}, ready ${Math.round(performance.now() - startedAt)} ms after the responses`,
  );
  await firm.stop();
});

test(`with ${HEAP_MB} MB of heap, serves or rejects ${REQUESTS} requests and survives or logs why it ended`, async () => {
  const firm = await startFirmProcess({}, { heapMegabytes: HEAP_MB });
  const ledger = createInquiryLedger();
  const responses = await Promise.all(Array.from({ length: REQUESTS }, () => ledger.sendInquiry(firm.url)));
  const isAlive = (await fetch(`${firm.url}/api/health`).catch(() => null))?.status === 200;
  if (!isAlive) {
    expect(firm.process.output()).toContain("heap");
    await firm.restart();
  }
  expect(responses.filter(({ status }) => ![200, 429, 503, "no response"].includes(status))).toEqual([]);
  expect(ledger.findDifferences(await firm.listInquiries())).toEqual([]);
  recordFigures(
    `${REQUESTS} posts at once with ${HEAP_MB} MB of heap: ${isAlive ? "the process survived" : "the process ended, logged the reason, and was restarted"}, responses ${countByStatus(responses)}, ${ledger.acknowledged.length} acknowledged and stored once`,
  );
  await firm.stop();
});

function countByStatus(responses: readonly { status: number | "no response" }[]): string {
  return [...Map.groupBy(responses, ({ status }) => status)]
    .map(([status, all]) => `${all.length} × ${status}`)
    .join(", ");
}
