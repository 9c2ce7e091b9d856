import type { SquareClient } from "square";
import { createGuardedFetch } from "#server/payments/square/client/guarded-fetch.ts";
import type { RateLimitDelays } from "#server/payments/square/client/rate-limit-gate.ts";

export type SquareClientOptions = {
  /** Scheme and host, optionally with a path prefix. */
  baseUrl: string;
  /** Replaces the network for the in-process simulator. */
  fetch?: typeof fetch | undefined;
  timeoutInSeconds?: number | undefined;
  /** Delays before each reread of an invoice whose parts contradict each other. */
  rereadDelaysMs?: readonly number[] | undefined;
  rateLimitDelays?: RateLimitDelays | undefined;
};

const DEFAULT_TIMEOUT_SECONDS = 20;

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
    // Callers retry, because the SDK would block a worker during Retry-After. An authorization code works only once, so its
    // request must not be repeated even if the response is lost.
    maxRetries: 0,
    // Set explicitly, because the SDK reads a token from the environment by default.
    ...(token ? { token } : { auth: false as const }),
  });
}
