import { ProviderError } from "#server/payments/provider-error.ts";

const RETRY_AFTER_MS = 60_000;

/**
 * Wraps the renewal of an expired token, so that status requests start it at most once per minute. Concurrent requests
 * share one renewal. A `ProviderError` is not thrown, because `renew` stores it with the connection.
 */
export function createTokenRenewal(renew: () => Promise<void>, now: () => Date): () => Promise<void> {
  let last: { at: number; renewal: Promise<void> } | undefined;
  return () => {
    const at = now().getTime();
    if (!last || at - last.at >= RETRY_AFTER_MS) {
      last = { at, renewal: renew().catch(ignoreProviderError) };
    }
    return last.renewal;
  };
}

function ignoreProviderError(error: unknown): void {
  if (!(error instanceof ProviderError)) {
    throw error;
  }
}
