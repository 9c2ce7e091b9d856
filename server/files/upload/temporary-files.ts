import { createHash, randomBytes } from "node:crypto";
import { mkdir, open, readdir, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { MAX_DOCUMENT_BYTES } from "#domain/documents/document-upload.ts";
import { isStorageFull, type LocalFile, StorageError } from "#server/files/stores/store.ts";
import { assertDiskSpace, DISK_CHECK_INTERVAL_BYTES } from "./disk-space.ts";

/** An uploaded file, stored under a generated key. */
export type TemporaryFile = LocalFile & { key: string };

/** Stores uploads on disk until they have been checked and moved to a store. */
export type TemporaryFiles = {
  /**
   * Writes the data durably to a new file. Deletes an incomplete file.
   * @throws {FileTooLargeError}
   * @throws {StorageError} "full"
   */
  receive(chunks: AsyncIterable<Uint8Array>): Promise<TemporaryFile>;
  remove(file: TemporaryFile): Promise<void>;
  /**
   * Runs `work` with the path of a file that does not exist yet, and then deletes the file.
   * @throws {StorageError} "full"
   */
  withFile<Result>(work: (path: string) => Promise<Result>): Promise<Result>;
  /**
   * Deletes files left behind by killed processes and not written to after `untouchedSince`.
   * @returns the number of deleted files.
   */
  sweep(untouchedSince: Date): Promise<number>;
};

/** Thrown when an upload exceeds the maximum document size. */
export class FileTooLargeError extends Error {
  override name = "FileTooLargeError";
}

/** @param folder Must be on the same file system as the disk store, so that files can be moved there. */
export function createTemporaryFiles(folder: string): TemporaryFiles {
  const activeKeys = new Set<string>();
  const filePath = (key: string) => join(folder, key);
  return {
    async receive(chunks) {
      const key = randomBytes(16).toString("hex");
      activeKeys.add(key);
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        return { key, path: filePath(key), ...(await write(filePath(key), folder, chunks)) };
      } catch (error) {
        await rm(filePath(key), { force: true });
        activeKeys.delete(key);
        throw isStorageFull(error)
          ? new StorageError("full", "no space left for the upload", { cause: error })
          : error;
      }
    },
    async remove({ key }) {
      await rm(filePath(key), { force: true });
      activeKeys.delete(key);
    },
    async withFile(work) {
      const key = randomBytes(16).toString("hex");
      activeKeys.add(key);
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        await assertDiskSpace(folder);
        return await work(filePath(key));
      } finally {
        await rm(filePath(key), { force: true });
        activeKeys.delete(key);
      }
    },
    async sweep(untouchedSince) {
      const names = await readdir(folder).catch(() => []);
      let deleted = 0;
      for (const name of names.filter((name) => !activeKeys.has(name))) {
        const file = await stat(filePath(name)).catch(() => null);
        if (!file || file.mtime > untouchedSince) {
          continue;
        }
        await rm(filePath(name), { force: true });
        deleted += 1;
      }
      return deleted;
    },
  };
}

async function write(
  path: string,
  folder: string,
  chunks: AsyncIterable<Uint8Array>,
): Promise<Omit<LocalFile, "path">> {
  const hash = createHash("sha256");
  let size = 0;
  let checkedSize = 0;
  await assertDiskSpace(folder);
  const handle = await open(path, "wx", 0o600);
  try {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > MAX_DOCUMENT_BYTES) {
        throw new FileTooLargeError("the file exceeds the maximum document size");
      }
      if (size - checkedSize > DISK_CHECK_INTERVAL_BYTES) {
        checkedSize = size;
        await assertDiskSpace(folder);
      }
      hash.update(chunk);
      await handle.writeFile(chunk);
    }
    await handle.sync();
  } finally {
    await handle.close();
  }
  return { size, sha256: hash.digest("hex") };
}
