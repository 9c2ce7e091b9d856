import { createHash, randomBytes } from "node:crypto";
import { mkdir, open, readdir, rm, stat, statfs } from "node:fs/promises";
import { join } from "node:path";
import { MOST_DOCUMENT_BYTES } from "#domain/document-upload.ts";
import { isFull, type LocalFile, StoreProblem } from "#server/files/store.ts";

/** A file as it arrived, under a name made for it. */
export type SpooledFile = LocalFile & { key: string };

/** Where uploads arrive before anything is known about them. */
export type Spool = {
  /**
   * Writes the bytes to a new file, on the disk when the promise resolves. What cannot be written whole is removed.
   * @throws TooLarge past the limit, StoreProblem "full".
   */
  receive(chunks: AsyncIterable<Uint8Array>): Promise<SpooledFile>;
  /** Removes a file that was received. */
  remove(file: SpooledFile): Promise<void>;
  /** Removes what killed processes left and nobody has written to since. @returns how many. */
  sweep(untouchedSince: Date): Promise<number>;
};

/** More bytes than a document may have. */
export class TooLarge extends Error {
  override name = "TooLarge";
}

const MIB = 1024 * 1024;
/** Left free for the database, which must never lack room because of an upload; a small disk spares a share of it. */
const SPARED_BYTES = 128 * MIB;
const SPARED_SHARE = 0.05;
const LOOK_EVERY_BYTES = 4 * MIB;

/** @param folder on the same file system as the disk store, so that a file can move there whole. */
export function createSpool(folder: string): Spool {
  const underWay = new Set<string>();
  const pathOf = (key: string) => join(folder, key);
  return {
    async receive(chunks) {
      const key = randomBytes(16).toString("hex");
      underWay.add(key);
      try {
        await mkdir(folder, { recursive: true, mode: 0o700 });
        return { key, path: pathOf(key), ...(await write(pathOf(key), folder, chunks)) };
      } catch (cause) {
        await rm(pathOf(key), { force: true });
        underWay.delete(key);
        throw isFull(cause) ? new StoreProblem("full", "no room for the upload", { cause }) : cause;
      }
    },
    async remove({ key }) {
      await rm(pathOf(key), { force: true });
      underWay.delete(key);
    },
    async sweep(untouchedSince) {
      const names = await readdir(folder).catch(() => []);
      let swept = 0;
      for (const name of names.filter((left) => !underWay.has(left))) {
        const found = await stat(pathOf(name)).catch(() => null);
        if (!found || found.mtime > untouchedSince) continue;
        await rm(pathOf(name), { force: true });
        swept += 1;
      }
      return swept;
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
  let lookedAt = 0;
  await assertRoom(folder);
  const handle = await open(path, "wx", 0o600);
  try {
    for await (const chunk of chunks) {
      size += chunk.length;
      if (size > MOST_DOCUMENT_BYTES) throw new TooLarge("more bytes than a document may have");
      if (size - lookedAt > LOOK_EVERY_BYTES) {
        lookedAt = size;
        await assertRoom(folder);
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

async function assertRoom(folder: string): Promise<void> {
  const disk = await statfs(folder);
  const spared = Math.min(SPARED_BYTES, disk.blocks * disk.bsize * SPARED_SHARE);
  if (disk.bavail * disk.bsize < spared) throw new StoreProblem("full", "the disk is nearly full");
}
