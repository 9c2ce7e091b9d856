import { accessSync, constants, statfsSync } from "node:fs";

const MEMORY_FOLDER = "/dev/shm";
/** Enough for the test servers and products of four concurrent workers. */
const REQUIRED_BYTES = 4 * 1024 ** 3;

/** Returns a folder in memory, or undefined if the system has none or it is too small, as in most containers. */
export function findMemoryFolder(): string | undefined {
  try {
    accessSync(MEMORY_FOLDER, constants.W_OK);
    const { bavail, bsize } = statfsSync(MEMORY_FOLDER);
    return bavail * bsize >= REQUIRED_BYTES ? MEMORY_FOLDER : undefined;
  } catch {
    return undefined;
  }
}
