import { join } from "node:path";
import { type Config, ConfigurationError } from "#server/config.ts";
import { clamav } from "#server/files/clamav.ts";
import { diskStore } from "#server/files/disk-store.ts";
import { s3Store } from "#server/files/s3-store.ts";
import type { Scanner } from "#server/files/scanner.ts";
import { createSpool, type Spool } from "#server/files/spool.ts";
import { type Store, type StoreName, StoreProblem } from "#server/files/store.ts";
import type { Logger } from "#server/log.ts";

/** The stores of this installation. */
export type Files = {
  /** Where new documents go. */
  store: Store;
  /** The store that keeps a document. @throws StoreProblem "away" for one that is not configured any more. */
  storeNamed(name: StoreName): Store;
  spool: Spool;
};

/** The disk store always, the S3 store where one is configured: then new documents go there. */
export function createFiles({ dataDir, s3 }: Pick<Config, "dataDir" | "s3">): Files {
  const folder = join(dataDir, "documents");
  const disk = diskStore(folder);
  const remote = s3 ? s3Store(s3) : null;
  return {
    store: remote ?? disk,
    storeNamed(name) {
      if (name === "disk") return disk;
      if (!remote) throw new StoreProblem("away", "a document lies in S3, and no S3_ENDPOINT is set");
      return remote;
    },
    // On the file system of the disk store, so that a file moves there whole.
    spool: createSpool(join(folder, "incoming")),
  };
}

/**
 * Asks the S3 store for its bucket, once at the start. One that does not answer may be back in a minute, and what lies
 * elsewhere is served meanwhile.
 * @throws ConfigurationError when it answers that this bucket is not for us.
 */
export async function assertBucket({ s3 }: Pick<Config, "s3">, log: Logger): Promise<void> {
  if (!s3) return;
  const status = await s3Store(s3).bucketStatus();
  if (status === null || status >= 500) return log.warn({ status }, "the S3 store does not answer");
  if (status === 403)
    throw new ConfigurationError(
      `S3_ACCESS_KEY_ID: the store refuses this key and its secret for the bucket ${s3.bucket}`,
    );
  if (status >= 300)
    throw new ConfigurationError(`S3_BUCKET: the store has no bucket ${s3.bucket} (it answered ${status})`);
}

/** The scanner of the installation; null where none is, and then nothing claims that files were looked at. */
export function createScanner(config: { clamavSocket: string | undefined }): Scanner | null {
  return config.clamavSocket ? clamav(config.clamavSocket) : null;
}
