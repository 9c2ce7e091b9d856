import type { JobHandler } from "#server/jobs/queue/job.ts";
import { createFeedFetcher, type FetchFeed } from "#server/scheduling/feeds/fetch-feed.ts";
import { listFeeds, readFeed } from "#server/scheduling/feeds/read-feed.ts";
import { createSecretCipher } from "#server/secret-cipher.ts";
import type { Services } from "#server/services.ts";

/** Reads the calendars of all hosts, one after the other. A calendar that fails does not affect the others. */
export function createReadCalendarFeedsJob(
  { database, now, log, keys }: Pick<Services, "database" | "now" | "log" | "keys">,
  fetchFeed: FetchFeed = createFeedFetcher(),
): JobHandler {
  const cipher = createSecretCipher(keys.encryptionKey, keys.previousEncryptionKey);
  return async (_payload, attempt) => {
    const feeds = await database.bypassPolicies({ reason: "list calendars" }, listFeeds);
    for (const feed of feeds) {
      attempt?.stopSignal?.throwIfAborted();
      await readFeed({ database, now, log, cipher, fetchFeed }, feed, attempt?.stopSignal);
    }
  };
}
