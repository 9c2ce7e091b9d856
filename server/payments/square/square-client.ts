import type { SquareClient } from "square";
import { guardedFetch } from "#server/payments/square/guarded-fetch.ts";

/** How Square is reached. */
export type SquareNetwork = {
  /** Scheme and host, with a path prefix if need be. */
  baseUrl: string;
  /** Stands in for the network where Square is simulated in this process. */
  fetch?: typeof fetch | undefined;
  /** How often the SDK repeats a request that met 408, 429 or 5xx, with growing pauses. */
  maxRetries?: number | undefined;
  timeoutInSeconds?: number | undefined;
};

const TIMEOUT_S = 20;
const RETRIES = 2;

/**
 * The SDK's client; with a token, or for the calls that carry none. The package weighs 80 MB and a second to load: it
 * is loaded when it is first used.
 */
export async function squareClient(
  network: SquareNetwork,
  token: (() => Promise<string>) | null,
): Promise<SquareClient> {
  const { SquareClient } = await import("square");
  return new SquareClient({
    baseUrl: network.baseUrl,
    fetch: guardedFetch(network.fetch ?? fetch),
    timeoutInSeconds: network.timeoutInSeconds ?? TIMEOUT_S,
    maxRetries: network.maxRetries ?? RETRIES,
    // Said even when there is none: left out, the SDK would take a token from the environment.
    ...(token ? { token } : { auth: false as const }),
  });
}
