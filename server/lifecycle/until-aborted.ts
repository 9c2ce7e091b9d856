/** Thrown when work is abandoned because the server is shutting down. */
export class StoppedError extends Error {
  override name = "StoppedError";
  constructor() {
    super("The product stopped before this was finished.");
  }
}

/**
 * Waits for `work`, but no longer than `graceMs` after the signal aborts. Does not cancel the work, so work that writes
 * must check the signal before each step.
 * @throws {StoppedError} when the wait was abandoned. Rethrows errors from the work.
 */
export async function untilAborted<Result>(
  work: Promise<Result>,
  signal: AbortSignal | undefined,
  graceMs = 0,
): Promise<Result> {
  if (!signal) {
    return work;
  }
  const abandonment = Promise.withResolvers<never>();
  let timer: NodeJS.Timeout | undefined;
  const abandon = () => {
    timer = setTimeout(() => abandonment.reject(new StoppedError()), graceMs);
  };
  if (signal.aborted) {
    abandon();
  }
  signal.addEventListener("abort", abandon, { once: true });
  try {
    return await Promise.race([work, abandonment.promise]);
  } finally {
    clearTimeout(timer);
    signal.removeEventListener("abort", abandon);
  }
}
