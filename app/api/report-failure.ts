import { ApiFailure } from "#app/api/failure.ts";

/** Leaves a trace of a failure for whoever opens the browser's console. The person reads about it in the page. */
export function reportFailure(error: unknown): void {
  const told =
    error instanceof ApiFailure ? `${error.status} ${error.code} ${error.message}`.trim() : String(error);
  // biome-ignore lint/suspicious/noConsole: the one place that writes to it.
  console.warn(`Request failed: ${told}`);
}
