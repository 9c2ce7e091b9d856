import { setTimeout as sleep } from "node:timers/promises";
import { AuthError } from "../http/errors.ts";

/**
 * Runs `work` unless a limit is reached.
 * @throws {AuthError} 429 if the key has too many calls in progress, 503 if all keys together have.
 */
export type ConcurrencyLimit = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>;

type ConcurrencyLimitOptions = {
  max: number;
  maxPerKey: number;
  /**
   * Mean delay of rejections. Slows down clients that send a new request after each rejection over hundreds of connections,
   * which would keep the event loop busy.
   */
  rejectionDelayMs?: number;
};

/**
 * Limits how many calls are in progress, in total and per key, such as an account. Calls over a limit fail with Retry-After instead of
 * waiting for capacity, because that would take longer than users wait.
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
      return tooManyAtOnceError();
    }
    return total >= max ? tooBusyError() : null;
  };
  return async (key, work) => {
    const error = rejection(key);
    if (error) {
      if (rejectionDelayMs > 0) {
        // Random, so that requests that arrived together do not return together.
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

const tooManyAtOnceError = () =>
  new AuthError(429, "over_request_rate_limit", "Too many requests at the same time", {
    headers: { "Retry-After": "1" },
  });

const tooBusyError = () =>
  new AuthError(503, "request_timeout", "Too many users are signing in right now, please try again", {
    headers: { "Retry-After": "3" },
  });
