import type pg from "pg";
import { readSchema } from "./read-schema.ts";
import type { DatabaseSchema } from "./schema.ts";

export type SchemaCache = {
  /** The schema, read on first use. After a failed read the next call tries again. */
  current(): Promise<DatabaseSchema>;
  reload(): Promise<void>;
};

export function createSchemaCache(pool: pg.Pool): SchemaCache {
  let pendingRead: Promise<DatabaseSchema> | null = null;
  const read = () => {
    const newRead = readSchema(pool);
    pendingRead = newRead;
    newRead.catch(() => {
      if (pendingRead === newRead) {
        pendingRead = null;
      }
    });
    return newRead;
  };
  return {
    current: () => pendingRead ?? read(),
    async reload() {
      await read();
    },
  };
}
