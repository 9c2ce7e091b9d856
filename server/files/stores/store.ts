import type { Readable } from "node:stream";

/** The kind of store, recorded for each document in `private.document_files`. */
export type StoreName = "disk" | "s3";

/** Offsets of the first and the last byte, both inclusive. */
export type ByteRange = { first: number; last: number };

/** A file on the local disk. `sha256` is in hexadecimal. */
export type LocalFile = { path: string; size: number; sha256: string };

/** Stores files under generated keys. */
export type Store = {
  name: StoreName;
  /** Stores the file durably and atomically. May move the local file. The caller deletes it if it still exists. */
  put(key: string, file: LocalFile): Promise<void>;
  /** @throws {StorageError} "missing" if no file has this key. */
  read(key: string, range?: ByteRange): Promise<Readable>;
  /** Deletes the file if it exists. */
  remove(key: string): Promise<void>;
  /** Returns a URL from which a browser can download the file. Not every store supports this. */
  createSignedUrl?(key: string, link: SignedUrlOptions): Promise<string>;
};

/** Lifetime and response headers of a signed URL. */
export type SignedUrlOptions = { seconds: number; contentDisposition: string; contentType: string };

/**
 * `full`: no space is left. `unavailable`: the store is unreachable or misconfigured. `missing`: the file does not
 * exist.
 */
export type StorageErrorReason = "full" | "unavailable" | "missing";

export class StorageError extends Error {
  override name = "StorageError";
  readonly reason: StorageErrorReason;

  constructor(reason: StorageErrorReason, message: string, options?: ErrorOptions) {
    super(message, options);
    this.reason = reason;
  }
}

/** Error codes for a full disk or an exceeded quota. */
const DISK_FULL_CODES = new Set(["ENOSPC", "EDQUOT", "EFBIG"]);

export function isStorageFull(error: unknown): boolean {
  if (error instanceof StorageError) {
    return error.reason === "full";
  }
  return (
    error instanceof Error &&
    "code" in error &&
    typeof error.code === "string" &&
    DISK_FULL_CODES.has(error.code)
  );
}
