import { ApiError } from "#server/errors.ts";
import { TooLarge } from "#server/files/spool.ts";
import { isFull, StoreProblem } from "#server/files/store.ts";

const DATABASE_DISK_FULL = "53100";

/** What a failure to keep bytes is to whoever sent them; null for a failure that is none of theirs or the store's. */
export function refusalOf(cause: unknown): ApiError | null {
  if (cause instanceof ApiError) return cause;
  if (cause instanceof TooLarge)
    return new ApiError(413, "too_large", "The file is larger than 50MB, which is the maximum");
  if (isFull(cause) || isDatabaseFull(cause))
    return new ApiError(507, "storage_full", "There is no space left to keep this file");
  if (cause instanceof StoreProblem && cause.reason === "away")
    return new ApiError(
      503,
      "storage_unavailable",
      "Documents cannot be reached just now. Please try again.",
      {
        "Retry-After": "10",
      },
    );
  return null;
}

/** Whether the database could not write for want of room. It goes on answering what needs no writing. */
export function isDatabaseFull(cause: unknown): boolean {
  return cause instanceof Error && "code" in cause && cause.code === DATABASE_DISK_FULL;
}
