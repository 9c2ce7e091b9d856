import { createHash } from "node:crypto";
import { mkdtemp, readdir, readFile, rm, stat, utimes, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { MAX_DOCUMENT_BYTES } from "#domain/documents/document-upload.ts";
import { createTemporaryFiles, FileTooLargeError } from "./temporary-files.ts";

async function createTestFolder() {
  const parent = await mkdtemp(join(tmpdir(), "incoming-"));
  onTestFinished(() => rm(parent, { recursive: true }));
  const folder = join(parent, "documents", "incoming");
  return { folder, files: createTemporaryFiles(folder), listNames: () => readdir(folder) };
}

async function* toChunks(...chunks: (string | Buffer | Error)[]): AsyncGenerator<Uint8Array> {
  for (const chunk of chunks) {
    if (chunk instanceof Error) {
      throw chunk;
    }
    yield Buffer.from(chunk);
  }
}

test("stores an upload under a generated key with its size and hash, readable only by its owner", async () => {
  const { folder, files } = await createTestFolder();
  const file = await files.receive(toChunks("first ", "second"));
  expect(file).toMatchObject({
    key: expect.stringMatching(/^[0-9a-f]{32}$/),
    path: join(folder, file.key),
    size: 12,
    sha256: createHash("sha256").update("first second").digest("hex"),
  });
  expect(await readFile(file.path, "utf8")).toBe("first second");
  expect((await stat(file.path)).mode & 0o777).toBe(0o600);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
});

test("stores an empty upload, which the endpoint rejects", async () => {
  const { files } = await createTestFolder();
  expect((await files.receive(toChunks())).size).toBe(0);
});

test("deletes an interrupted upload and rethrows its error", async () => {
  const { files, listNames } = await createTestFolder();
  const interrupted = new Error("connection lost");
  await expect(files.receive(toChunks("first", interrupted))).rejects.toBe(interrupted);
  expect(await listNames()).toEqual([]);
});

test("accepts 50 MB, and deletes an upload as soon as it exceeds the limit", async () => {
  const { files, listNames } = await createTestFolder();
  const maxContent = Buffer.alloc(MAX_DOCUMENT_BYTES);
  const accepted = await files.receive(toChunks(maxContent));
  await files.remove(accepted);
  let hasReadPastLimit = false;
  const createEndlessStream = async function* () {
    yield maxContent;
    yield Buffer.from("x");
    hasReadPastLimit = true;
    yield maxContent;
  };
  await expect(files.receive(createEndlessStream())).rejects.toThrow(FileTooLargeError);
  expect(hasReadPastLimit).toBe(false);
  expect(await listNames()).toEqual([]);
});

test("receives concurrent uploads independently", async () => {
  const { files, listNames } = await createTestFolder();
  const uploads = await Promise.allSettled([
    files.receive(toChunks("one")),
    files.receive(toChunks("two", new Error("connection lost"))),
    files.receive(toChunks("three")),
  ]);
  expect(uploads.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
  expect(await listNames()).toHaveLength(2);
});

test("removes a file, and ignores one that is already removed or moved", async () => {
  const { files, listNames } = await createTestFolder();
  const file = await files.receive(toChunks("one"));
  await files.remove(file);
  await files.remove(file);
  expect(await listNames()).toEqual([]);
});

test("sweeps files left by killed processes, but no recent files or uploads in progress", async () => {
  const { folder, files, listNames } = await createTestFolder();
  const active = await files.receive(toChunks("in progress"));
  const old = new Date(Date.now() - 600_000);
  for (const name of ["abandoned", "recent"]) {
    await writeFile(join(folder, name), name);
  }
  await utimes(join(folder, "abandoned"), old, old);
  await utimes(active.path, old, old);
  expect(await files.sweep(new Date(Date.now() - 300_000))).toBe(1);
  expect((await listNames()).sort()).toEqual([active.key, "recent"].sort());
});

test("sweeps nothing before the first upload", async () => {
  const { files } = await createTestFolder();
  expect(await files.sweep(new Date())).toBe(0);
});
