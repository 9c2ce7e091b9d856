import { ApiError } from "#app/api/client/api-error.ts";

/** Logs a failed request to the console for debugging. The page shows a separate message to the user. */
export function logRequestError(error: unknown): void {
  const details =
    error instanceof ApiError ? `${error.status} ${error.code} ${error.message}`.trim() : String(error);
  // biome-ignore lint/suspicious/noConsole: the only use of the console in the app.
  console.warn(`Request failed: ${details}`);
}
