import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { aDocumentProcess, type DocumentProcess, sha256 } from "#tests/support/a-document-process.ts";
import { aFreePort } from "#tests/support/a-process.ts";
import { anS3Server } from "#tests/support/an-s3-server.ts";
import { aFolder } from "#tests/support/browser.ts";

let folder: Awaited<ReturnType<typeof aFolder>>;
let port: string;
const running: DocumentProcess[] = [];

beforeEach(async () => {
  folder = await aFolder();
  port = await aFreePort();
});
afterEach(async () => {
  for (const { process } of running.splice(0)) {
    process.kill("SIGTERM");
    await process.exit();
  }
  await folder.remove();
});

async function start(env: Record<string, string> = {}): Promise<DocumentProcess> {
  const started = await aDocumentProcess(join(folder.path, "data"), port, env);
  running.push(started);
  return started;
}

const MIB = 1024 * 1024;

test("kill -9 during uploads and deletes leaves no row without its file and no file without its row", async () => {
  const uploaded = new Map<string, string>();
  const deleted = new Set<string>();
  for (const round of [1, 2]) {
    const product = await start();
    let answers = 0;
    const count = () => {
      answers += 1;
      if (answers === 24) product.process.kill("SIGKILL");
    };
    const work = async (worker: number) => {
      for (let number = 0; ; number += 1) {
        const content = Buffer.concat([
          Buffer.from("%PDF-1.7\n"),
          Buffer.alloc(200_000, `${round}${worker}${number}`),
        ]);
        const { status, id } = await product.upload(`${round}-${worker}-${number}.pdf`, content);
        if (status !== 201) throw new Error(`unexpected ${status}`);
        uploaded.set(id, sha256(content));
        count();
        if (number % 3 !== 0) continue;
        // Asked for, so it may be gone; answered, so it must be.
        uploaded.delete(id);
        if ((await product.remove(id)) === 200) deleted.add(id);
        count();
      }
    };
    // Each worker ends when the process does.
    await Promise.all([1, 2, 3, 4].map((worker) => work(worker).catch(() => {})));
    await product.process.exit();
  }
  const product = await start();
  await vi.waitFor(
    async () => expect(product.files().kept).toHaveLength((await product.rows()).length),
    20_000,
  );
  expect(product.files().incoming).toEqual([]);
  const rows = await product.rows();
  for (const { id } of rows) {
    const hash = await product.hashOf(id);
    expect(hash, "a row has its bytes").toMatch(/^[0-9a-f]{64}$/);
    if (uploaded.has(id)) expect(hash).toBe(uploaded.get(id));
  }
  const ids = new Set(rows.map(({ id }) => id));
  expect([...uploaded.keys()].filter((id) => !ids.has(id))).toEqual([]);
  expect([...deleted].filter((id) => ids.has(id))).toEqual([]);
  expect(uploaded.size).toBeGreaterThan(10);
});

test("50 uploads of 50 MB at once take no memory of their own; those cut halfway leave nothing; others are served", async () => {
  const product = await start();
  const before = await product.send("first.pdf", MIB);
  expect(before).toBe(201);
  const cut = await Promise.all(
    Array.from({ length: 20 }, (_, at) => product.send(`cut-${at}.pdf`, 50 * MIB, 20 * MIB)),
  );
  expect(new Set(cut)).toEqual(new Set([null]));
  await vi.waitFor(() => expect(product.files().incoming).toEqual([]), 10_000);
  expect(await product.rows()).toHaveLength(1);

  const sending = Promise.all(
    Array.from({ length: 50 }, (_, at) => product.send(`large-${at}.pdf`, 50 * MIB)),
  );
  let isOver = false;
  void sending.finally(() => {
    isOver = true;
  });
  const waits: number[] = [];
  while (!isOver) {
    const began = performance.now();
    expect((await fetch(`${product.process.url}/api/config`)).status).toBe(200);
    waits.push(performance.now() - began);
  }
  expect(new Set(await sending)).toEqual(new Set([201]));
  expect(await product.rows()).toHaveLength(51);
  expect(product.files()).toMatchObject({ incoming: [], kept: { length: 51 } });
  const peak = peakMemoryMib(product.process.child.pid);
  expect(peak, "MiB held at most").toBeLessThan(512);
  const [half = 0] = waits.sort((one, other) => one - other).slice(waits.length / 2);
  expect(half, "ms that half of the others waited").toBeLessThan(500);
});

test("what goes to an S3 store and comes from it passes through, and is held nowhere", async () => {
  const s3 = await anS3Server();
  try {
    const product = await start(s3.env);
    const sent = await Promise.all(
      Array.from({ length: 10 }, (_, at) => product.send(`large-${at}.pdf`, 50 * MIB)),
    );
    expect(new Set(sent)).toEqual(new Set([201]));
    const rows = await product.rows();
    const hashes = await Promise.all(rows.map(({ id }) => product.hashOf(id, "?disposition=inline")));
    expect(new Set(hashes)).toEqual(new Set([expect.stringMatching(/^[0-9a-f]{64}$/)]));
    expect(peakMemoryMib(product.process.child.pid), "MiB held at most").toBeLessThan(512);
    expect(product.files()).toEqual({ kept: [], incoming: [] });
  } finally {
    await s3.stop();
  }
});

/** The most the process ever held, as Linux counts it. */
function peakMemoryMib(pid: number | undefined): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024);
}
