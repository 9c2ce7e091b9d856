import { mkdir, open, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { isFull, type Store, StoreProblem } from "#server/files/store.ts";

/** Keeps bytes in a folder that only its owner can read. Files arrive by a move, so that none is ever there in part. */
export function diskStore(folder: string): Store {
  // Two letters of the key as a folder: no folder grows beyond what tools like to list.
  const pathOf = (key: string) => join(folder, key.slice(0, 2), key);
  return {
    name: "disk",
    async put(key, file) {
      const path = pathOf(key);
      try {
        await mkdir(dirname(path), { recursive: true, mode: 0o700 });
        await rename(file.path, path);
        // The name too must be on the disk before anybody hears that the file is kept.
        await synchronize(dirname(path));
      } catch (cause) {
        throw new StoreProblem(isFull(cause) ? "full" : "away", "the file could not be kept", { cause });
      }
    },
    async read(key, range) {
      const handle = await open(pathOf(key)).catch((cause: NodeJS.ErrnoException) => {
        throw new StoreProblem(cause.code === "ENOENT" ? "missing" : "away", "the file could not be opened", {
          cause,
        });
      });
      return handle.createReadStream(range ? { start: range.first, end: range.last } : {});
    },
    async remove(key) {
      await rm(pathOf(key), { force: true });
    },
  };
}

async function synchronize(folder: string): Promise<void> {
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
