import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";

const run = promisify(execFile);

/** A real file system of its own, small enough to be filled. */
export type SmallDisk = {
  path: string;
  /** Writes until nothing more fits. */
  fill(): Promise<void>;
  /** Takes that back. */
  free(): Promise<void>;
  remove(): Promise<void>;
};

/** Mounts one. Null where the system lets nobody mount, or has no tmpfs. */
export async function aSmallDisk(mebibytes: number): Promise<SmallDisk | null> {
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
  const ballast = join(path, "ballast");
  return {
    path,
    async fill() {
      // Large pieces first, then smaller ones, to the last page.
      for (const piece of [1024 * 1024, 4096])
        while (await writeFile(ballast, Buffer.alloc(piece), { flag: "a" }).then(() => true, isNotFull));
    },
    free: () => rm(ballast, { force: true }),
    async remove() {
      await run("umount", ["--lazy", path]);
      await rm(path, { recursive: true, force: true });
    },
  };
}

function isNotFull(cause: NodeJS.ErrnoException): false {
  if (cause.code !== "ENOSPC") throw cause;
  return false;
}
