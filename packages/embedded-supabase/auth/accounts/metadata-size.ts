import { AuthError } from "../http/errors.ts";

// Every access token contains the metadata, and Node.js rejects requests with more than 16 KB of headers.
const MAX_USER_METADATA_BYTES = 4096;

/** The metadata's size in bytes of JSON, for the `returning` clause that `rejectLargeMetadata` checks. */
export const METADATA_SIZE_COLUMN = "octet_length(raw_user_meta_data::text) as metadata_size";

/** @throws {AuthError} if the metadata is too large for an access token. The transaction must roll back. */
export function rejectLargeMetadata([stored]: { metadata_size: number | null }[]): void {
  if ((stored?.metadata_size ?? 0) > MAX_USER_METADATA_BYTES) {
    throw new AuthError(
      422,
      "validation_failed",
      `User metadata must not exceed ${MAX_USER_METADATA_BYTES} bytes of JSON`,
    );
  }
}
