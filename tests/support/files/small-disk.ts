import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A separate file system that is small enough to fill. */
export type SmallDisk = {
  path: string;
  /** Writes until the disk is full. */
  fill(): Promise<void>;
  /** Deletes what `fill` wrote. */
  free(): Promise<void>;
  remove(): Promise<void>;
};

/** Returns null if the system does not support tmpfs or does not allow mounting. */
export async function mountSmallDisk(mebibytes: number): Promise<SmallDisk | null> {
  const path = await mkdtemp(join(tmpdir(), "small-"));
  const isMounted = await run("mount", [
    "-t",
    "tmpfs",
    "-o",
    `size=${mebibytes}m,mode=700`,
    "tmpfs",
    path,
  ]).then(
    () => true,
    () => false,
  );
  if (!isMounted) {
    await rm(path, { recursive: true });
    return null;
  }
  const fillFile = join(path, "fill");
  return {
    path,
    async fill() {
      // Large chunks first, then small ones to fill the last pages.
      for (const chunkSize of [1024 * 1024, 4096]) {
        while (
          await writeFile(fillFile, Buffer.alloc(chunkSize), { flag: "a" }).then(
            () => true,
            rethrowUnlessFull,
          )
        ) {}
      }
    },
    free: () => rm(fillFile, { force: true }),
    async remove() {
      await run("umount", ["--lazy", path]);
      await rm(path, { recursive: true, force: true });
    },
  };
}

function rethrowUnlessFull(error: NodeJS.ErrnoException): false {
  if (error.code !== "ENOSPC") {
    throw error;
  }
  return false;
}
