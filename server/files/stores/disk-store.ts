import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isStorageFull, StorageError, type Store } from "#server/files/stores/store.ts";

/**
 * Stores files in a folder that only its owner can read. Moves complete files there, so that readers never see a
 * partial file.
 */
export function createDiskStore(folder: string): Store {
  // Subfolders named after the first two characters keep each folder small.
  const filePath = (key: string) => join(folder, key.slice(0, 2), key);
  return {
    name: "disk",
    async put(key, file) {
      const path = filePath(key);
      try {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        await rename(file.path, path);
        // Make the directory entry durable too before the upload is confirmed.
        await syncFolder(dirname(path));
      } catch (error) {
        throw new StorageError(
          isStorageFull(error) ? "full" : "unavailable",
          "the file could not be stored",
          {
            cause: error,
          },
        );
      }
    },
    async read(key, range) {
      const handle = await open(filePath(key)).catch((error: NodeJS.ErrnoException) => {
        throw new StorageError(
          error.code === "ENOENT" ? "missing" : "unavailable",
          "the file could not be opened",
          {
            cause: error,
          },
        );
      });
      return handle.createReadStream(range ? { start: range.first, end: range.last } : {});
    },
    async remove(key) {
      await rm(filePath(key), { force: true });
    },
  };
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
