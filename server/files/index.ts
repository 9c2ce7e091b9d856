import { join } from "node:path";
import { type Config, ConfigurationError } from "#server/config.ts";
import { createClamavScanner } from "#server/files/scan/clamav.ts";
import type { Scanner } from "#server/files/scan/scanner.ts";
import { createDiskStore } from "#server/files/stores/disk-store.ts";
import { createS3Store } from "#server/files/stores/s3-store.ts";
import { StorageError, type Store, type StoreName } from "#server/files/stores/store.ts";
import { createTemporaryFiles, type TemporaryFiles } from "#server/files/upload/temporary-files.ts";
import type { Logger } from "#server/observability/logger.ts";

export type Files = {
  /** The store for new documents. */
  store: Store;
  /** @throws {StorageError} "unavailable" if the store is no longer configured. */
  getStore(name: StoreName): Store;
  temporaryFiles: TemporaryFiles;
};

/** Creates the disk store and, if configured, the S3 store, which then receives new documents. */
export function createFiles({ dataDir, s3 }: Pick<Config, "dataDir" | "s3">): Files {
  const folder = join(dataDir, "documents");
  const disk = createDiskStore(folder);
  const s3Store = s3 ? createS3Store(s3) : null;
  return {
    store: s3Store ?? disk,
    getStore(name) {
      if (name === "disk") {
        return disk;
      }
      if (!s3Store) {
        throw new StorageError("unavailable", "the document is stored in S3, but S3_ENDPOINT is not set");
      }
      return s3Store;
    },
    // Uses the same file system as the disk store, so that files can be moved atomically.
    temporaryFiles: createTemporaryFiles(join(folder, "incoming")),
  };
}

/**
 * Checks access to the S3 bucket at startup. Only logs a warning if the store is unreachable, so that the server can
 * serve the documents on disk.
 * @throws {ConfigurationError} if the store denies access or the bucket does not exist.
 */
export async function assertBucketAccess({ s3 }: Pick<Config, "s3">, log: Logger): Promise<void> {
  if (!s3) {
    return;
  }
  const status = await createS3Store(s3).bucketStatus();
  if (status === null || status >= 500) {
    return log.warn({ status }, "the S3 store is unreachable");
  }
  if (status === 403) {
    throw new ConfigurationError(
      `S3_ACCESS_KEY_ID: the S3 store denies this key access to the bucket ${s3.bucket}`,
    );
  }
  if (status >= 300) {
    throw new ConfigurationError(`S3_BUCKET: the S3 store has no bucket ${s3.bucket} (status ${status})`);
  }
}

/** Returns null if no scanner is configured. */
export function createScanner(config: { clamavSocket: string | undefined }): Scanner | null {
  return config.clamavSocket ? createClamavScanner(config.clamavSocket) : null;
}
