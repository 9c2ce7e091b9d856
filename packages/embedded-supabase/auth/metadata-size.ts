import { AuthError } from "./errors.ts";

/** Every access token carries the metadata, and servers refuse requests whose headers are longer than 16 KB. */
const mostUserMetadata = 4096;

/** The bytes of an account's metadata as JSON, in a `returning` clause that `refuseLargeMetadata` reads. */
export const userMetadataSize = "octet_length(raw_user_meta_data::text) as metadata_size";

/** Throws the AuthError for metadata that would make the account's tokens too long to send; roll back what stored it. */
export function refuseLargeMetadata([stored]: { metadata_size: number | null }[]): void {
  if ((stored?.metadata_size ?? 0) > mostUserMetadata) {
    throw new AuthError(
      422,
      "validation_failed",
      `User metadata is too large: at most ${mostUserMetadata} bytes of JSON`,
    );
  }
}
