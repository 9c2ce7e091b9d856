/** Thrown where work is left unfinished because the product stops. */
export class Stopped extends Error {
  override name = "Stopped";
  constructor() {
    super("The product stopped before this was done.");
  }
}

/**
 * Waits for work, but not when the product stops: `graceMs` after it was asked to, whatever came of it is no longer
 * waited for. Work that writes must begin nothing new then by itself.
 * @throws Stopped; what the work throws.
 */
export async function untilStopped<Result>(
  work: Promise<Result>,
  stopping: AbortSignal | undefined,
  graceMs = 0,
): Promise<Result> {
  if (!stopping) return work;
  const left = Promise.withResolvers<never>();
  let timer: NodeJS.Timeout | undefined;
  const leave = () => {
    timer = setTimeout(() => left.reject(new Stopped()), graceMs);
  };
  if (stopping.aborted) leave();
  stopping.addEventListener("abort", leave, { once: true });
  try {
    return await Promise.race([work, left.promise]);
  } finally {
    clearTimeout(timer);
    stopping.removeEventListener("abort", leave);
  }
}
