import type { RateLimit } from "#server/http/rate-limits.ts";
import type { Services } from "#server/services.ts";

/**
 * Counts a request of a member. Bypasses the policies, because members cannot change the counters.
 * @throws {ApiError} 429 if the member sent too many
 */
export function countRequest(
  { database, rateLimits }: Pick<Services, "database" | "rateLimits">,
  limit: RateLimit,
  userId: string,
): Promise<void> {
  return database.bypassPolicies({ reason: "count a member's requests" }, (query) =>
    rateLimits.take(query, limit, userId),
  );
}
