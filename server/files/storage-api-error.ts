import { isStorageFull, StorageError } from "#server/files/stores/store.ts";
import { FileTooLargeError } from "#server/files/upload/temporary-files.ts";
import { ApiError } from "#server/http/errors.ts";

const DATABASE_DISK_FULL = "53100";

/** Converts an error of the storage to an API error. Returns null for errors with another cause. */
export function toStorageApiError(error: unknown): ApiError | null {
  if (error instanceof ApiError) {
    return error;
  }
  if (error instanceof FileTooLargeError) {
    return new ApiError(413, "too_large", "The file is larger than the 50MB limit");
  }
  if (isStorageFull(error) || isDatabaseFull(error)) {
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

/** Whether a write failed because the disk of the database is full. Reads still work then. */
export function isDatabaseFull(error: unknown): boolean {
  return error instanceof Error && "code" in error && error.code === DATABASE_DISK_FULL;
}
