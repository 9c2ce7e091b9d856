import { z } from "zod";

/** Name of the first entry, which describes the backup. */
export const MANIFEST_ENTRY = "manifest.json";
/** Name of the last entry, which shows that the backup is complete. */
export const END_ENTRY = "end.json";
/** Path of the PostgreSQL cluster in DATA_DIR. */
export const CLUSTER_DIRECTORY = "database/cluster";

/** Describes a backup, so that `npm run restore` can check whether it is compatible. */
export const Manifest = z.object({
  format: z.literal(1, "was made by a newer version of this product"),
  madeAt: z.iso.datetime(),
  publicUrl: z.string(),
  /** The PostgreSQL major version of the cluster. */
  postgres: z.int(),
  /** The latest migration of the database. */
  schema: z.string(),
  /** True if documents are stored in S3. The backup does not include them. */
  documentsElsewhere: z.boolean(),
});
export type Manifest = z.infer<typeof Manifest>;

/** The content of the last entry: the number and total size of the entries before it. */
export const ArchiveSize = z.object({ files: z.int(), bytes: z.int() });
