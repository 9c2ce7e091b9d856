import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { startS3Server } from "#tests/support/files/s3-server.ts";
import { createTempFolder } from "#tests/support/files/temp-folder.ts";
import { findFreePort } from "#tests/support/network/free-port.ts";
import {
  type DocumentProcess,
  sha256,
  startDocumentProcess,
} from "#tests/support/product/document-process.ts";

let folder: Awaited<ReturnType<typeof createTempFolder>>;
let port: string;
const runningProcesses: DocumentProcess[] = [];

beforeEach(async () => {
  folder = await createTempFolder();
  port = await findFreePort();
});
afterEach(async () => {
  for (const { process } of runningProcesses.splice(0)) {
    process.kill("SIGTERM");
    await process.exit();
  }
  await folder.remove();
});

async function start(env: Record<string, string> = {}): Promise<DocumentProcess> {
  const started = await startDocumentProcess(join(folder.path, "data"), port, env);
  runningProcesses.push(started);
  return started;
}

const MIB = 1024 * 1024;

test("keeps rows and files consistent after kill -9 during uploads and deletes", async () => {
  const uploaded = new Map<string, string>();
  const deleted = new Set<string>();
  for (const round of [1, 2]) {
    const product = await start();
    let responseCount = 0;
    const count = () => {
      responseCount += 1;
      if (responseCount === 24) {
        product.process.kill("SIGKILL");
      }
    };
    const runWorker = async (worker: number) => {
      for (let number = 0; ; number += 1) {
        const content = Buffer.concat([
          Buffer.from("%PDF-1.7\n"),
          Buffer.alloc(200_000, `${round}${worker}${number}`),
        ]);
        const { status, id } = await product.upload(`${round}-${worker}-${number}.pdf`, content);
        if (status !== 201) {
          throw new Error(`unexpected ${status}`);
        }
        uploaded.set(id, sha256(content));
        count();
        if (number % 3 !== 0) {
          continue;
        }
        // The document may be deleted after the request, and must be deleted after the response.
        uploaded.delete(id);
        if ((await product.remove(id)) === 200) {
          deleted.add(id);
        }
        count();
      }
    };
    // The workers fail when the process ends.
    await Promise.all([1, 2, 3, 4].map((worker) => runWorker(worker).catch(() => {})));
    await product.process.exit();
  }
  const product = await start();
  await vi.waitFor(
    async () => expect(product.listFiles().stored).toHaveLength((await product.listDocuments()).length),
    20_000,
  );
  expect(product.listFiles().incoming).toEqual([]);
  const rows = await product.listDocuments();
  for (const { id } of rows) {
    const hash = await product.downloadHash(id);
    expect(hash, "the row has a file").toMatch(/^[0-9a-f]{64}$/);
    if (uploaded.has(id)) {
      expect(hash).toBe(uploaded.get(id));
    }
  }
  const ids = new Set(rows.map(({ id }) => id));
  expect([...uploaded.keys()].filter((id) => !ids.has(id))).toEqual([]);
  expect([...deleted].filter((id) => ids.has(id))).toEqual([]);
  expect(uploaded.size).toBeGreaterThan(10);
});

test("streams 50 concurrent uploads of 50 MB, cleans up interrupted uploads and keeps responding", async () => {
  const product = await start();
  const firstStatus = await product.uploadStream("first.pdf", MIB);
  expect(firstStatus).toBe(201);
  const interrupted = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      product.uploadStream(`interrupted-${index}.pdf`, 50 * MIB, 20 * MIB),
    ),
  );
  expect(new Set(interrupted)).toEqual(new Set([null]));
  await vi.waitFor(() => expect(product.listFiles().incoming).toEqual([]), 10_000);
  expect(await product.listDocuments()).toHaveLength(1);

  const uploads = Promise.all(
    Array.from({ length: 50 }, (_, index) => product.uploadStream(`large-${index}.pdf`, 50 * MIB)),
  );
  let isDone = false;
  void uploads.finally(() => {
    isDone = true;
  });
  const latencies: number[] = [];
  while (!isDone) {
    const startedAt = performance.now();
    expect((await fetch(`${product.process.url}/api/config`)).status).toBe(200);
    latencies.push(performance.now() - startedAt);
  }
  expect(new Set(await uploads)).toEqual(new Set([201]));
  expect(await product.listDocuments()).toHaveLength(51);
  expect(product.listFiles()).toMatchObject({ incoming: [], stored: { length: 51 } });
  const peak = readPeakMemoryMib(product.process.child.pid);
  expect(peak, "peak memory in MiB").toBeLessThan(512);
  const [median = 0] = latencies.sort((a, b) => a - b).slice(latencies.length / 2);
  expect(median, "median latency in ms").toBeLessThan(500);
});

test("streams documents to and from S3 without storing them locally", async () => {
  const s3 = await startS3Server();
  try {
    const product = await start(s3.env);
    const statuses = await Promise.all(
      Array.from({ length: 10 }, (_, index) => product.uploadStream(`large-${index}.pdf`, 50 * MIB)),
    );
    expect(new Set(statuses)).toEqual(new Set([201]));
    const rows = await product.listDocuments();
    const hashes = await Promise.all(rows.map(({ id }) => product.downloadHash(id, "?disposition=inline")));
    expect(new Set(hashes)).toEqual(new Set([expect.stringMatching(/^[0-9a-f]{64}$/)]));
    expect(readPeakMemoryMib(product.process.child.pid), "peak memory in MiB").toBeLessThan(512);
    expect(product.listFiles()).toEqual({ stored: [], incoming: [] });
  } finally {
    await s3.stop();
  }
});

/** Returns a process's peak resident memory. Works only on Linux. */
function readPeakMemoryMib(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024);
}
