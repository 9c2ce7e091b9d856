import type pg from "pg";
import { readSchema } from "./read-schema.ts";
import type { DatabaseSchema } from "./schema.ts";

export type SchemaCache = {
  /** Returns the schema, which is read on first use. After a failed read, the next call tries again. */
  current(): Promise<DatabaseSchema>;
  reload(): Promise<void>;
};

export function createSchemaCache(pool: pg.Pool): SchemaCache {
  let cachedSchema: Promise<DatabaseSchema> | null = null;
  const read = () => {
    const newRead = readSchema(pool);
    cachedSchema = newRead;
    newRead.catch(() => {
      if (cachedSchema === newRead) {
        cachedSchema = null;
      }
    });
    return newRead;
  };
  return {
    current: () => cachedSchema ?? read(),
    async reload() {
      await read();
    },
  };
}
