/** A cached value that is slow to compute, for callers that accept one a few seconds old. */
export type TtlCache<Value> = {
  /** Returns the value, or loads it if it is older than the maximum age. Concurrent requests share one load. */
  read(): Promise<Value>;
  /** Loads the value again with the next request. Call it after a change. */
  clear(): void;
};

/** Caches a value for a maximum age, which starts when its load starts. Failures are not cached. */
export function createTtlCache<Value>(
  load: () => Promise<Value>,
  { maxAgeMs, now }: { maxAgeMs: number; now: () => Date },
): TtlCache<Value> {
  let current: { value: Promise<Value>; startedAt: number; isLoading: boolean } | null = null;

  function start(): Promise<Value> {
    const value = load();
    const started = { value, startedAt: now().getTime(), isLoading: true };
    current = started;
    value.then(
      () => {
        started.isLoading = false;
      },
      () => {
        if (current === started) {
          current = null;
        }
      },
    );
    return value;
  }

  return {
    read: () =>
      current && (current.isLoading || now().getTime() - current.startedAt < maxAgeMs)
        ? current.value
        : start(),
    clear() {
      current = null;
    },
  };
}
