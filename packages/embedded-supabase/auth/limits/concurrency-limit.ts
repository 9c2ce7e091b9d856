import { setTimeout as sleep } from "node:timers/promises";
import { AuthError } from "../http/errors.ts";

/**
 * Runs `work` unless a limit is reached.
 * @throws {AuthError} 429 if the key is at its limit, 503 if the total is at its limit.
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
 * Limits concurrent calls, in total and per key, such as an account. Calls over a limit fail with Retry-After
 * instead of waiting for capacity, because users would give up before their turn.
 */
export function createConcurrencyLimit(options: ConcurrencyLimitOptions): ConcurrencyLimit {
  const { max, maxPerKey, rejectionDelayMs = 0 } = options;
  const inProgressByKey = new Map<string, number>();
  let totalInProgress = 0;
  const adjustCount = (key: string, difference: 1 | -1) => {
    const count = (inProgressByKey.get(key) ?? 0) + difference;
    totalInProgress += difference;
    if (count > 0) {
      inProgressByKey.set(key, count);
    } else {
      inProgressByKey.delete(key);
    }
  };
  const getRejection = (key: string): AuthError | null => {
    if ((inProgressByKey.get(key) ?? 0) >= maxPerKey) {
      return tooManyConcurrentRequestsError();
    }
    return totalInProgress >= max ? tooBusyError() : null;
  };
  return async (key, work) => {
    const error = getRejection(key);
    if (error) {
      if (rejectionDelayMs > 0) {
        // Random, so that clients do not retry at the same time.
        await sleep(rejectionDelayMs * (0.5 + Math.random()));
      }
      throw error;
    }
    adjustCount(key, 1);
    try {
      return await work();
    } finally {
      adjustCount(key, -1);
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
