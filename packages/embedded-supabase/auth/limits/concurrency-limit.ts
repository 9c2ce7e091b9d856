import { setTimeout as sleep } from "node:timers/promises";
import { AuthError } from "../http/errors.ts";

/**
 * Runs `work` unless a limit is reached.
 * @throws {AuthError} 429 if too many calls of the key are in progress, 503 if too many calls of all keys are.
 */
export type ConcurrencyLimit = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

type ConcurrencyLimitOptions = {
  max: number;
  maxPerKey: number;
  /**
   * Mean delay of a rejection. Slows down clients that repeat rejected requests over hundreds of connections and would
   * otherwise keep the event loop busy.
   */
  rejectionDelayMs?: number;
};

/**
 * Limits how many calls are in progress, in total and per key, such as an account. Calls over a limit fail with
 * Retry-After. They do not wait for capacity, because users would give up before it is their turn.
 */
export function createConcurrencyLimit(options: ConcurrencyLimitOptions): ConcurrencyLimit {
  const { max, maxPerKey, rejectionDelayMs = 0 } = options;
  const inProgress = new Map<string, number>();
  let total = 0;
  const change = (key: string, difference: 1 | -1) => {
    const count = (inProgress.get(key) ?? 0) + difference;
    total += difference;
    if (count > 0) {
      inProgress.set(key, count);
    } else {
      inProgress.delete(key);
    }
  };
  const rejection = (key: string): AuthError | null => {
    if ((inProgress.get(key) ?? 0) >= maxPerKey) {
      return tooManyConcurrentRequestsError();
    }
    return total >= max ? tooBusyError() : null;
  };
  return async (key, work) => {
    const error = rejection(key);
    if (error) {
      if (rejectionDelayMs > 0) {
        // Random, so that clients do not retry at the same time.
        await sleep(rejectionDelayMs * (0.5 + Math.random()));
      }
      throw error;
    }
    change(key, 1);
    try {
      return await work();
    } finally {
      change(key, -1);
    }
  };
}

const tooManyConcurrentRequestsError = () =>
  new AuthError(429, "over_request_rate_limit", "Too many requests at the same time", {
    headers: { "Retry-After": "1" },
  });

const tooBusyError = () =>
  new AuthError(503, "request_timeout", "Too many users are signing in. Try again in a few seconds.", {
    headers: { "Retry-After": "3" },
  });
