import { createHash, randomBytes } from "node:crypto";
import { mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { buffer } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type S3Server, startS3Server } from "#tests/support/files/s3-server.ts";
import { assertBucketAccess } from "../index.ts";
import { createDiskStore } from "./disk-store.ts";
import { createS3Store } from "./s3-store.ts";
import type { ByteRange, LocalFile, Store } from "./store.ts";

let folder: string;
let s3: S3Server;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "stores-"));
  s3 = await startS3Server();
});
afterAll(async () => {
  await s3.stop();
  await rm(folder, { recursive: true, force: true });
});

const STORE_FACTORIES: Record<string, () => Store> = {
  disk: () => createDiskStore(join(folder, "kept")),
  s3: () => createS3Store(s3.location),
};

async function createFile(content: Buffer): Promise<LocalFile> {
  const path = join(folder, randomBytes(8).toString("hex"));
  await writeFile(path, content);
  return { path, size: content.length, sha256: sha256Hex(content) };
}

// Comparing hashes keeps failure messages short.
const sha256Hex = (bytes: Uint8Array) => createHash("sha256").update(bytes).digest("hex");
const readHash = async (store: Store, key: string, range?: ByteRange) =>
  sha256Hex(await buffer(await store.read(key, range)));
const createKey = () => randomBytes(16).toString("hex");

// Every store must pass these tests.
describe.each(Object.entries(STORE_FACTORIES))("the %s store", (name, createStore) => {
  let store: Store;
  let key: string;
  const content = randomBytes(300_000);
  beforeAll(async () => {
    store = createStore();
    key = createKey();
    await store.put(key, await createFile(content));
  });

  test("has the name recorded for documents", () => {
    expect(store.name).toBe(name);
  });

  test("returns the stored file", async () => {
    expect(await readHash(store, key)).toBe(sha256Hex(content));
  });

  test("returns a range, including both ends", async () => {
    for (const [first, last] of [
      [0, 0],
      [1000, 200_999],
      [299_999, 299_999],
    ] as const) {
      expect(await readHash(store, key, { first, last })).toBe(sha256Hex(content.subarray(first, last + 1)));
    }
  });

  test("reports an unknown key as missing", async () => {
    await expect(store.read(createKey())).rejects.toMatchObject({ name: "StorageError", reason: "missing" });
  });

  test("deletes a file, and ignores a second deletion", async () => {
    const deletedKey = createKey();
    await store.put(deletedKey, await createFile(Buffer.from("short")));
    await store.remove(deletedKey);
    await expect(store.read(deletedKey)).rejects.toMatchObject({ reason: "missing" });
    await store.remove(deletedKey);
    expect(await readHash(store, key)).toBe(sha256Hex(content));
  });

  test("stores nothing if the local file does not exist", async () => {
    const unusedKey = createKey();
    const file = { path: join(folder, "nowhere"), size: 1, sha256: "0".repeat(64) };
    await expect(store.put(unusedKey, file)).rejects.toThrow();
    await expect(store.read(unusedKey)).rejects.toMatchObject({ reason: "missing" });
  });

  test("allows a reader to stop early", async () => {
    const stream = await store.read(key);
    for await (const _ of stream) {
      break;
    }
    expect(stream.destroyed).toBe(true);
    expect(await readHash(store, key)).toBe(sha256Hex(content));
  });
});

describe("the disk store", () => {
  test("makes files readable only by their owner", async () => {
    const key = createKey();
    await STORE_FACTORIES.disk?.().put(key, await createFile(Buffer.from("private")));
    expect((await stat(join(folder, "kept", key.slice(0, 2)))).mode & 0o077).toBe(0);
  });
});

describe("the S3 store", () => {
  test("signs URLs that download one object and have a fixed lifetime", async () => {
    const store = createS3Store(s3.location);
    const key = createKey();
    await store.put(key, await createFile(Buffer.from("signed")));
    const signedUrl = await store.createSignedUrl?.(key, {
      seconds: 60,
      contentDisposition: 'attachment; filename="a b.pdf"',
      contentType: "application/octet-stream",
    });
    if (!signedUrl) {
      throw new Error("the S3 store returned no URL");
    }
    const response = await fetch(signedUrl);
    expect(await response.text()).toBe("signed");
    expect(response.headers.get("content-disposition")).toBe('attachment; filename="a b.pdf"');
    const otherFileResponse = await fetch(signedUrl.replace(key, createKey()));
    expect(otherFileResponse.status).toBe(403);
    const extendedLinkResponse = await fetch(signedUrl.replace("X-Amz-Expires=60", "X-Amz-Expires=6000"));
    expect(extendedLinkResponse.status).toBe(403);
  });

  test("reports wrong keys, a missing bucket and an unreachable server as unavailable", async () => {
    const configs = [
      { ...s3.location, secretAccessKey: "wrong" },
      { ...s3.location, bucket: "no-such-bucket" },
      { ...s3.location, endpoint: "http://127.0.0.1:1" },
    ];
    for (const config of configs) {
      await expect(createS3Store(config).read(createKey())).rejects.toMatchObject({ reason: "unavailable" });
    }
  });

  test("fails at startup with the variable's name if bucket access is denied, and only warns if the store is unreachable", async () => {
    const lines: unknown[] = [];
    const log = { debug() {}, info() {}, warn: (...line: unknown[]) => lines.push(line), error() {} };
    await assertBucketAccess({ s3: s3.location }, log);
    await assertBucketAccess({ s3: null }, log);
    expect(lines).toEqual([]);
    await expect(
      assertBucketAccess({ s3: { ...s3.location, secretAccessKey: "wrong" } }, log),
    ).rejects.toThrow("S3_ACCESS_KEY_ID: the S3 store denies");
    await expect(
      assertBucketAccess({ s3: { ...s3.location, bucket: "no-such-bucket" } }, log),
    ).rejects.toThrow("S3_BUCKET: the S3 store has no bucket no-such-bucket");
    await assertBucketAccess({ s3: { ...s3.location, endpoint: "http://127.0.0.1:1" } }, log);
    expect(lines).toHaveLength(1);
  });
});
