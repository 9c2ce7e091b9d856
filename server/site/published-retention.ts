import { DEFAULT_PUBLISHED_RETENTION, type PublishedRetention } from "#domain/firm/retention.ts";
import type { Database } from "#server/database/database.ts";
import { getRetentionPeriods } from "#server/jobs/cleanup/retention-periods.ts";
import type { Logger } from "#server/observability/logger.ts";
import { type CachedValue, createCachedValue } from "#server/site/cached-value.ts";

/** The retention periods shown on the public pages, in months. */
export type PublishedRetentionCache = CachedValue<PublishedRetention>;

export function createPublishedRetentionCache(
  database: Database,
  log: Logger,
  now: () => Date,
): PublishedRetentionCache {
  return createCachedValue({
    initial: DEFAULT_PUBLISHED_RETENTION,
    async load() {
      const periods = await database.bypassPolicies(
        { reason: "show retention periods on public pages" },
        (query) => getRetentionPeriods(query),
      );
      return { inquiries: periods.inquiry_months, attempts: periods.sign_in_attempt_months };
    },
    ...{ maxAgeMs: 10_000, name: "retention periods", log, now },
  });
}
