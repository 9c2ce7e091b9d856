import { assertDiskSpace, DISK_CHECK_INTERVAL_BYTES } from "#server/files/upload/disk-space.ts";
import { ImportError } from "#server/findings/import/import-error.ts";

const BYTES_PER_MB = 1024 * 1024;
/** A file of 50 MB needs about 200 MB, if each of its results becomes a finding. */
const MAX_STAGED_BYTES = 256 * BYTES_PER_MB;

/** Limits what an import writes to its temporary files. */
export type DiskQuota = {
  /**
   * Must be called before the bytes are written.
   * @throws {ImportError} if the import writes too much.
   * @throws {StorageError} "full"
   */
  reserve(bytes: number): Promise<void>;
};

/** @param folder The folder of the temporary files. */
export function createDiskQuota(folder: string, maxBytes = MAX_STAGED_BYTES): DiskQuota {
  let size = 0;
  let checkedSize = 0;
  return {
    async reserve(bytes) {
      size += bytes;
      if (size > maxBytes) {
        throw new ImportError(
          `The findings in this file need more than ${Math.floor(maxBytes / BYTES_PER_MB)} MB. Split it into smaller files.`,
        );
      }
      if (size - checkedSize > DISK_CHECK_INTERVAL_BYTES) {
        checkedSize = size;
        await assertDiskSpace(folder);
      }
    },
  };
}
