import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { anS3Server, type S3Server } from "#tests/support/an-s3-server.ts";
import { diskStore } from "./disk-store.ts";
import { assertBucket } from "./index.ts";
import { s3Store } from "./s3-store.ts";
import type { ByteRange, LocalFile, Store } from "./store.ts";

let folder: string;
let s3: S3Server;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "stores-"));
  s3 = await anS3Server();
});
afterAll(async () => {
  await s3.stop();
  await rm(folder, { recursive: true, force: true });
});

const STORES: Record<string, () => Store> = {
  disk: () => diskStore(join(folder, "kept")),
  s3: () => s3Store(s3.place),
};

async function aFile(content: Buffer): Promise<LocalFile> {
  const path = join(folder, randomBytes(8).toString("hex"));
  await writeFile(path, content);
  return { path, size: content.length, sha256: hashOf(content) };
}

// Compared by hash: a difference in 300,000 bytes prints as two short lines.
const hashOf = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const readHash = async (store: Store, key: string, range?: ByteRange) =>
  hashOf(await buffer(await store.read(key, range)));
const aKey = () => randomBytes(16).toString("hex");

// One suite for both: whoever writes a third store adds a line above.
describe.each(Object.entries(STORES))("the %s store", (name, make) => {
  let store: Store;
  let key: string;
  const content = randomBytes(300_000);
  beforeAll(async () => {
    store = make();
    key = aKey();
    await store.put(key, await aFile(content));
  });

  test("is named as documents note it", () => {
    expect(store.name).toBe(name);
  });

  test("gives back what it was given", async () => {
    expect(await readHash(store, key)).toBe(hashOf(content));
  });

  test("gives a range, both ends included", async () => {
    for (const [first, last] of [
      [0, 0],
      [1000, 200_999],
      [299_999, 299_999],
    ] as const)
      expect(await readHash(store, key, { first, last })).toBe(hashOf(content.subarray(first, last + 1)));
  });

  test("says of a key it does not keep that it is missing", async () => {
    await expect(store.read(aKey())).rejects.toMatchObject({ name: "StoreProblem", reason: "missing" });
  });

  test("removes, and removes again without complaint", async () => {
    const gone = aKey();
    await store.put(gone, await aFile(Buffer.from("short")));
    await store.remove(gone);
    await expect(store.read(gone)).rejects.toMatchObject({ reason: "missing" });
    await store.remove(gone);
    expect(await readHash(store, key)).toBe(hashOf(content));
  });

  test("keeps nothing of a file that is not there", async () => {
    const never = aKey();
    const file = { path: join(folder, "nowhere"), size: 1, sha256: "0".repeat(64) };
    await expect(store.put(never, file)).rejects.toThrow();
    await expect(store.read(never)).rejects.toMatchObject({ reason: "missing" });
  });

  test("lets a reader go in the middle", async () => {
    const reading = await store.read(key);
    for await (const _ of reading) break;
    expect(reading.destroyed).toBe(true);
    expect(await readHash(store, key)).toBe(hashOf(content));
  });
});

describe("the disk store", () => {
  test("shows its files to their owner alone", async () => {
    const key = aKey();
    await STORES.disk?.().put(key, await aFile(Buffer.from("private")));
    expect((await stat(join(folder, "kept", key.slice(0, 2)))).mode & 0o077).toBe(0);
  });
});

describe("the S3 store", () => {
  test("signs links that open one object, as a download, for their time alone", async () => {
    const store = s3Store(s3.place);
    const key = aKey();
    await store.put(key, await aFile(Buffer.from("signed")));
    const link = await store.linkTo?.(key, {
      seconds: 60,
      contentDisposition: 'attachment; filename="a b.pdf"',
      contentType: "application/octet-stream",
    });
    if (!link) throw new Error("the S3 store signs links");
    const response = await fetch(link);
    expect(await response.text()).toBe("signed");
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="a b.pdf"');
    const other = await fetch(link.replace(key, aKey()));
    expect(other.status).toBe(403);
    const longer = await fetch(link.replace("X-Amz-Expires=60", "X-Amz-Expires=6000"));
    expect(longer.status).toBe(403);
  });

  test("is away with wrong keys, without its bucket, and without its server", async () => {
    const places = [
      { ...s3.place, secretAccessKey: "wrong" },
      { ...s3.place, bucket: "no-such-bucket" },
      { ...s3.place, endpoint: "http://127.0.0.1:1" },
    ];
    for (const place of places)
      await expect(s3Store(place).read(aKey())).rejects.toMatchObject({ reason: "away" });
  });

  test("is asked for its bucket at the start: a refusal names the variable, silence is waited out", async () => {
    const lines: unknown[] = [];
    const log = { debug() {}, info() {}, warn: (...line: unknown[]) => lines.push(line), error() {} };
    await assertBucket({ s3: s3.place }, log);
    await assertBucket({ s3: null }, log);
    expect(lines).toEqual([]);
    await expect(assertBucket({ s3: { ...s3.place, secretAccessKey: "wrong" } }, log)).rejects.toThrow(
      "S3_ACCESS_KEY_ID: the store refuses",
    );
    await expect(assertBucket({ s3: { ...s3.place, bucket: "no-such-bucket" } }, log)).rejects.toThrow(
      "S3_BUCKET: the store has no bucket no-such-bucket",
    );
    await assertBucket({ s3: { ...s3.place, endpoint: "http://127.0.0.1:1" } }, log);
    expect(lines).toHaveLength(1);
  });
});
