import { join } from "node:path";
import type { Config } from "#server/config.ts";
import { diskStore } from "#server/files/disk-store.ts";
import { s3Store } from "#server/files/s3-store.ts";
import { createSpool, type Spool } from "#server/files/spool.ts";
import { type Store, type StoreName, StoreProblem } from "#server/files/store.ts";

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
