import type { Logger } from "#server/observability/logger.ts";

/** A value from the database that public pages show. */
export type CachedValue<Value> = {
  /** Returns the cached value. Starts a refresh in the background if it is stale. */
  current(): Value;
  /** Reads the value immediately. Call it after a change and before the first page is served. */
  refresh(): Promise<void>;
};

type CachedValueOptions<Value> = {
  /** Used until the first refresh. */
  initial: Value;
  load: () => Promise<Value>;
  /** After this time, the value is read again, because another process may have changed it. */
  maxAgeMs: number;
  /** What the log calls the value. */
  name: string;
  log: Logger;
  now: () => Date;
};

/** Caches a value, so that pages neither wait for the database nor depend on it. */
export function createCachedValue<Value>(options: CachedValueOptions<Value>): CachedValue<Value> {
  const { initial, load, maxAgeMs, name, log, now } = options;
  let value = initial;
  let readAt = Number.NEGATIVE_INFINITY;

  async function refresh(): Promise<void> {
    readAt = now().getTime();
    value = await load();
  }

  return {
    refresh,
    current() {
      if (now().getTime() - readAt > maxAgeMs) {
        void refresh().catch((error) => log.warn({ err: error }, `${name} could not be read`));
      }
      return value;
    },
  };
}
