import { DEFAULT_PUBLISHED_RETENTION, type PublishedRetention } from "#domain/firm/retention.ts";
import type { Database } from "#server/database/database.ts";
import { getRetentionPeriods } from "#server/jobs/cleanup/retention-periods.ts";
import type { Logger } from "#server/observability/logger.ts";

/** The retention periods shown on the public pages. */
export type PublishedRetentionCache = {
  /** Returns the cached periods in months. Starts a refresh in the background if they are stale. */
  current(): PublishedRetention;
  /** Reads the settings immediately. Call it after a change and before the first page is served. */
  refresh(): Promise<void>;
};

/** After this time, the periods are read again, because another process may have changed them. */
const MAX_AGE_MS = 10_000;

/** Caches the periods, so that pages neither wait for the database nor depend on it. */
export function createPublishedRetentionCache(
  database: Database,
  log: Logger,
  now: () => Date,
): PublishedRetentionCache {
  let retention = DEFAULT_PUBLISHED_RETENTION;
  let readAt = Number.NEGATIVE_INFINITY;

  async function refresh(): Promise<void> {
    readAt = now().getTime();
    const periods = await database.bypassPolicies(
      { reason: "show retention periods on public pages" },
      (query) => getRetentionPeriods(query),
    );
    retention = { inquiries: periods.inquiry_months, attempts: periods.sign_in_attempt_months };
  }

  return {
    refresh,
    current() {
      if (now().getTime() - readAt > MAX_AGE_MS) {
        void refresh().catch((error) => log.warn({ err: error }, "retention periods could not be read"));
      }
      return retention;
    },
  };
}
