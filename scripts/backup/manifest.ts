import { z } from "zod";

/** Names of a backup's entries: what it is comes first, and that it is whole comes last. */
export const MANIFEST = "manifest.json";
export const THE_END = "end.json";
/** The database's cluster, where `npm start` looks for it in DATA_DIR. */
export const CLUSTER = "database/cluster";

/** What is written on a backup: for whoever restores it, and for the program that checks that it can. */
export const Manifest = z.object({
  format: z.literal(1, "is a backup of a newer version of this product"),
  madeAt: z.iso.datetime(),
  publicUrl: z.string(),
  /** The major version whose programs must open the cluster. */
  postgres: z.int(),
  /** The newest migration the database has. */
  schema: z.string(),
  /** True where documents lie in an S3 store, which this file does not hold. */
  documentsElsewhere: z.boolean(),
});
export type Manifest = z.infer<typeof Manifest>;

/** The last entry: how much stands before it. */
export const End = z.object({ files: z.int(), bytes: z.int() });
