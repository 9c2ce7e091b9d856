import { z } from "zod";

/** Names of the first entry, which describes the backup, and of the last one, which shows that it is complete. */
export const MANIFEST = "manifest.json";
export const END = "end.json";
/** The location of the PostgreSQL cluster in DATA_DIR. */
export const CLUSTER = "database/cluster";

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

/** The number and size of all entries before the last one. */
export const End = z.object({ files: z.int(), bytes: z.int() });
