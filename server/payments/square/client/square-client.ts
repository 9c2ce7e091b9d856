import type { SquareClient } from "square";
import { guardedFetch } from "#server/payments/square/client/guarded-fetch.ts";

/** Connection settings for Square. */
export type SquareClientOptions = {
  /** Scheme and host, optionally with a path prefix. */
  baseUrl: string;
  /** Replaces the network when Square is simulated in this process. */
  fetch?: typeof fetch | undefined;
  /** How often the SDK retries a request after 408, 429 or 5xx, with exponential backoff. */
  maxRetries?: number | undefined;
  timeoutInSeconds?: number | undefined;
  /** Delays before each reread of an invoice whose parts contradict each other. */
  rereadDelaysMs?: readonly number[] | undefined;
};

const TIMEOUT_SECONDS = 20;
const MAX_RETRIES = 2;

/**
 * Creates an SDK client, with a token or for calls without one. Loads the package on first use, because it takes 80 MB
 * and about a second to load.
 */
export async function createSquareClient(
  options: SquareClientOptions,
  token: (() => Promise<string>) | null,
): Promise<SquareClient> {
  const { SquareClient } = await import("square");
  return new SquareClient({
    baseUrl: options.baseUrl,
    fetch: guardedFetch(options.fetch ?? fetch),
    timeoutInSeconds: options.timeoutInSeconds ?? TIMEOUT_SECONDS,
    maxRetries: options.maxRetries ?? MAX_RETRIES,
    // Set explicitly: without `auth`, the SDK would read a token from the environment.
    ...(token ? { token } : { auth: false as const }),
  });
}
