import { statfs } from "node:fs/promises";
import { StorageError } from "#server/files/stores/store.ts";

const MIB = 1024 * 1024;
/** Disk space reserved for the database: 128 MiB, or 5% of a small disk. */
const RESERVED_DISK_BYTES = 128 * MIB;
const RESERVED_DISK_SHARE = 0.05;
/** How many bytes to write between two checks. */
export const DISK_CHECK_INTERVAL_BYTES = 4 * MIB;

/** @throws {StorageError} "full" if only the reserved space of the disk is left. */
export async function assertDiskSpace(folder: string): Promise<void> {
  const disk = await statfs(folder);
  const reservedBytes = Math.min(RESERVED_DISK_BYTES, disk.blocks * disk.bsize * RESERVED_DISK_SHARE);
  if (disk.bavail * disk.bsize < reservedBytes) {
    throw new StorageError("full", "the disk is nearly full");
  }
}
