import { ProviderError } from "#server/payments/provider-error.ts";

/** Limits of the delay after a 429 without a Retry-After header. The delay grows with each further 429. */
export type RateLimitDelays = { firstMs: number; maxMs: number };

const RATE_LIMIT_DELAYS: RateLimitDelays = { firstMs: 100, maxMs: 30_000 };
/** Small, so that events continue soon after a short limit. The delay reaches its maximum after three minutes. */
const DELAY_GROWTH = 1.15;
/** Share of the delay that is random, so that several processes do not send their requests at the same moment. */
const JITTER = 0.1;
/** Square's longest documented wait. Limits the effect of a longer Retry-After. */
const MAX_RETRY_AFTER_MS = 5 * 60_000;

/** Stops all requests to one merchant's account while Square rate-limits them. */
export type RateLimitGate = {
  /** @throws {ProviderError} "rate-limited" with the remaining time, while the gate is closed */
  assertOpen(): void;
  /** Closes the gate after a 429. Returns an error with the time until it opens. */
  close(error: ProviderError): ProviderError;
  /** Resets the delay after a successful response. */
  reset(): void;
};

/** Creates a gate. `now` returns the milliseconds of a monotonic clock. */
export function createRateLimitGate(
  { firstMs, maxMs }: RateLimitDelays = RATE_LIMIT_DELAYS,
  now: () => number = () => performance.now(),
): RateLimitGate {
  let closedUntil = 0;
  let delay = firstMs;
  const createError = (cause: unknown) =>
    new ProviderError("rate-limited", { retryAfterMs: Math.max(1, closedUntil - now()), cause });
  return {
    assertOpen() {
      if (now() < closedUntil) {
        throw createError(undefined);
      }
    },
    close({ retryAfterMs, cause }) {
      const isAlreadyClosed = now() < closedUntil;
      if (retryAfterMs !== null) {
        closedUntil = Math.max(closedUntil, now() + Math.min(retryAfterMs, MAX_RETRY_AFTER_MS));
      } else if (!isAlreadyClosed) {
        closedUntil = now() + delay * (1 + Math.random() * JITTER);
        // Requests that were sent before the gate closed must not increase the delay again.
        delay = Math.min(delay * DELAY_GROWTH, maxMs);
      }
      return createError(cause);
    },
    reset() {
      delay = firstMs;
    },
  };
}
