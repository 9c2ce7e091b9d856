import type { SquareClient } from "square";
import { createGuardedFetch } from "#server/payments/square/client/guarded-fetch.ts";

export type SquareClientOptions = {
  /** Scheme and host, optionally with a path prefix. */
  baseUrl: string;
  /** Replaces the network for the in-process simulator. */
  fetch?: typeof fetch | undefined;
  /** Maximum number of retries by the SDK after 408, 429 or 5xx, with exponential backoff. */
  maxRetries?: number | undefined;
  timeoutInSeconds?: number | undefined;
  /** Delays before each reread of an invoice whose parts contradict each other. */
  rereadDelaysMs?: readonly number[] | undefined;
};

const DEFAULT_TIMEOUT_SECONDS = 20;
const DEFAULT_MAX_RETRIES = 2;

/**
 * Creates an SDK client. `token` is null for requests without a bearer token. Imports the SDK on first use, because it
 * takes 80 MB and about a second to load.
 */
export async function createSquareClient(
  options: SquareClientOptions,
  token: (() => Promise<string>) | null,
): Promise<SquareClient> {
  const { SquareClient } = await import("square");
  return new SquareClient({
    baseUrl: options.baseUrl,
    fetch: createGuardedFetch(options.fetch ?? fetch),
    timeoutInSeconds: options.timeoutInSeconds ?? DEFAULT_TIMEOUT_SECONDS,
    maxRetries: options.maxRetries ?? DEFAULT_MAX_RETRIES,
    // Set explicitly, because the SDK reads a token from the environment by default.
    ...(token ? { token } : { auth: false as const }),
  });
}
