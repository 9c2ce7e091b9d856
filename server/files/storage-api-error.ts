import { isStorageFull, StorageError } from "#server/files/stores/store.ts";
import { FileTooLargeError } from "#server/files/upload/temporary-files.ts";
import { ApiError } from "#server/http/errors.ts";

const DISK_FULL_SQLSTATE = "53100";

/** Converts a storage error to an API error. Returns null for other errors. */
export function toStorageApiError(error: unknown): ApiError | null {
  if (error instanceof ApiError) {
    return error;
  }
  if (error instanceof FileTooLargeError) {
    return new ApiError(413, "too_large", "The file is larger than the 50MB limit");
  }
  if (isStorageFull(error) || isDatabaseDiskFull(error)) {
    return new ApiError(507, "storage_full", "There isn't enough storage space for this file");
  }
  if (error instanceof StorageError && error.reason === "unavailable") {
    return new ApiError(
      503,
      "storage_unavailable",
      "Documents are temporarily unavailable. Try again in a few seconds.",
      {
        "Retry-After": "10",
      },
    );
  }
  return null;
}

/** Whether a write failed because the database's disk is full. Reads still work in that case. */
export function isDatabaseDiskFull(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === DISK_FULL_SQLSTATE;
}
