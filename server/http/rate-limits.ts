import type { Query } from "#server/database/database.ts";
import { ApiError } from "#server/http/errors.ts";

/** Allows `points` requests per key within `seconds`. */
export type RateLimit = {
  name: string;
  points: number;
  seconds: number;
  /** Error message when the limit is exceeded. */
  message?: string;
};

const DEFAULT_MESSAGE = "Too many requests. Please try again later.";

/** Rate limits that are counted in PostgreSQL, so that all processes share them. */
export type RateLimits = {
  /** Counts one request. @throws {ApiError} 429 with Retry-After when the limit is exceeded. */
  take(query: Query, limit: RateLimit, key: string): Promise<void>;
};

/** @param scale Multiplies every limit (RATE_LIMIT_SCALE). */
export function createRateLimits(scale: number, now: () => Date): RateLimits {
  return {
    async take(query, limit, key) {
      const nowMs = now().getTime();
      const rows = await query(
        `insert into private.rate_limits as counted (key, points, expire) values ($1, 1, $2)
         on conflict (key) do update
            set points = case when counted.expire <= $3 then 1 else counted.points + 1 end,
                expire = case when counted.expire <= $3 then excluded.expire else counted.expire end
         returning points, expire`,
        [`${limit.name}:${key}`, nowMs + limit.seconds * 1000, nowMs],
      );
      const counter = rows[0];
      if (!counter || counter.points <= limit.points * scale) {
        return;
      }
      const seconds = Math.max(1, Math.ceil((Number(counter.expire) - nowMs) / 1000));
      throw new ApiError(429, "too_many_requests", limit.message ?? DEFAULT_MESSAGE, {
        "Retry-After": String(seconds),
      });
    },
  };
}
