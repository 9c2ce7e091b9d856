/** Thrown when work is abandoned because the product is shutting down. */
export class StoppedError extends Error {
  override name = "StoppedError";
  constructor() {
    super("The product stopped before this was finished.");
  }
}

/**
 * Waits for `work`, but no longer than `graceMs` after the signal aborts. The work itself is not canceled: work that
 * writes must check the signal before it starts anything new.
 * @throws {StoppedError} when the wait was abandoned, and whatever the work throws.
 */
export async function untilAborted<Result>(
  work: Promise<Result>,
  signal: AbortSignal | undefined,
  graceMs = 0,
): Promise<Result> {
  if (!signal) {
    return work;
  }
  const abandoned = Promise.withResolvers<never>();
  let timer: NodeJS.Timeout | undefined;
  const abandon = () => {
    timer = setTimeout(() => abandoned.reject(new StoppedError()), graceMs);
  };
  if (signal.aborted) {
    abandon();
  }
  signal.addEventListener("abort", abandon, { once: true });
  try {
    return await Promise.race([work, abandoned.promise]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", abandon);
  }
}
