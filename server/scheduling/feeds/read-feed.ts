import { createHash } from "node:crypto";
import { brand } from "#brand";
import { createCalendarUid } from "#domain/calendar/calendar-file.ts";
import type { TimeRange } from "#domain/scheduling/time-ranges.ts";
import type { Query } from "#server/database/database.ts";
import type { StatementRow } from "#server/database/query.ts";
import { readSchedulingSettings } from "#server/scheduling/read-availability.ts";
import { lockSchedule } from "#server/scheduling/reserve-time.ts";
import type { SecretCipher } from "#server/secret-cipher.ts";
import type { Services } from "#server/services.ts";
import { FeedError } from "./feed-error.ts";
import type { FetchFeed } from "./fetch-feed.ts";
import { parseFeedInChildProcess } from "./parse-in-child-process.ts";

const MS_PER_DAY = 86_400_000;
/** More than the longest horizon, so that a longer one takes effect immediately. */
const DAYS_AHEAD = 370;
/** Unchanged content is read again after this time, because its recurring events continue. */
const MAX_AGE_MS = MS_PER_DAY;

const FEEDS = `
  select feed.id, feed.url_encrypted, feed.encryption_key_id, feed.etag, feed.last_modified, feed.content_hash,
         feed.read_at, feed.busy_count, host.email as host_email
    from private.calendar_feeds as feed
    join public.consultation_hosts as host on host.id = feed.host_id
   order by feed.checked_at nulls first`;

export type StoredFeed = StatementRow<typeof FEEDS>;
type FeedServices = Pick<Services, "database" | "now" | "log"> & {
  cipher: SecretCipher;
  fetchFeed: FetchFeed;
};

export function listFeeds(query: Query): Promise<StoredFeed[]> {
  return query(FEEDS);
}

/** Binds an encrypted address to its feed. */
export function feedBinding(feedId: string): readonly string[] {
  return ["calendar_feeds", feedId];
}

/**
 * Downloads a calendar and replaces the busy times of its host. After any failure, the last times stay blocked, and the
 * failure is stored for administrators, so that the other calendars are read.
 * @throws only if the signal is aborted
 */
export async function readFeed(
  services: FeedServices,
  feed: StoredFeed,
  signal?: AbortSignal,
): Promise<void> {
  try {
    await readAndStore(services, feed, signal);
  } catch (error) {
    // The server is stopping. The next run reads the calendar.
    signal?.throwIfAborted();
    const failure = error instanceof FeedError ? error : new FeedError("failed", { cause: error });
    if (failure === error) {
      // The cause may contain the address or the content of an event, so only the reason is logged.
      services.log.warn({ feedId: feed.id, reason: failure.reason }, "calendar not read");
    } else {
      services.log.error({ feedId: feed.id, err: error }, "calendar not read");
    }
    await services.database.bypassPolicies({ reason: "record that a calendar could not be read" }, (query) =>
      query(
        `update private.calendar_feeds
            set checked_at = $2, failing_since = coalesce(failing_since, $2), failure = $3 where id = $1`,
        [feed.id, services.now(), failure.message.slice(0, 300)],
      ),
    );
  }
}

async function readAndStore(
  { database, now, cipher, fetchFeed }: FeedServices,
  feed: StoredFeed,
  signal: AbortSignal | undefined,
): Promise<void> {
  const url = decryptUrl(cipher, feed);
  const isCurrent = feed.read_at !== null && now().getTime() - feed.read_at.getTime() < MAX_AGE_MS;
  const version = isCurrent
    ? { etag: feed.etag, lastModified: feed.last_modified }
    : { etag: null, lastModified: null };
  const response = await fetchFeed(url, version, signal);
  if (!response.isModified) {
    await database.bypassPolicies({ reason: "record that a calendar is unchanged" }, (query) =>
      query(
        "update private.calendar_feeds set checked_at = $2, succeeded_at = $2, failing_since = null, failure = null where id = $1",
        [feed.id, now()],
      ),
    );
    return;
  }
  const { timeZone, ownUids } = await database.bypassPolicies(
    { reason: "read the time zone of calendars and the product's own events" },
    async (query) => ({
      timeZone: (await readSchedulingSettings(query)).time_zone,
      ownUids: await listOwnUids(query),
    }),
  );
  const start = now().getTime() - MS_PER_DAY;
  const { busy, warnings, eventCount } = await parseFeedInChildProcess(response.text, {
    period: { start, end: start + DAYS_AHEAD * MS_PER_DAY },
    timeZone: timeZone ?? brand.timeZone,
    hostEmail: feed.host_email,
    ownUids,
  });
  // Providers have returned empty calendars by mistake. Offering all times again would cause double bookings.
  if (eventCount === 0 && feed.busy_count > 0) {
    throw new FeedError("empty");
  }
  await database.bypassPolicies({ reason: "store the busy times of a calendar" }, async (query) => {
    const contentHash = createHash("sha256").update(JSON.stringify(busy)).digest();
    if (!feed.content_hash?.equals(contentHash)) {
      await replaceBusyTimes(query, feed.id, busy);
    }
    await query(
      `update private.calendar_feeds
          set checked_at = $2, succeeded_at = $2, read_at = $2, failing_since = null, failure = null, warnings = $3,
              busy_count = $4, content_hash = $5, etag = $6, last_modified = $7, url_encrypted = $8, encryption_key_id = $9
        where id = $1`,
      [
        feed.id,
        now(),
        warnings,
        busy.length,
        contentHash,
        response.etag,
        response.lastModified,
        // Encrypts it with the current key after a rotation.
        cipher.encrypt(url, feedBinding(feed.id)),
        cipher.keyId,
      ],
    );
  });
}

/** Lists the UIDs of all consultations and bookings, because a calendar may still show one that moved or was canceled. */
async function listOwnUids(query: Query): Promise<string[]> {
  const events = await query(
    `select id from public.consultations
     union all
     select id from public.service_bookings`,
  );
  return events.map(({ id }) => createCalendarUid(id, brand));
}

async function replaceBusyTimes(query: Query, feedId: string, busy: readonly TimeRange[]): Promise<void> {
  await lockSchedule(query);
  await query("delete from private.feed_busy_times where feed_id = $1", [feedId]);
  await query(
    `insert into private.feed_busy_times (feed_id, starts_at, ends_at)
     select feed.id, event.starts_at, event.ends_at
       from private.calendar_feeds as feed, unnest($2::timestamptz[], $3::timestamptz[]) as event (starts_at, ends_at)
      where feed.id = $1`,
    [feedId, busy.map(({ start }) => new Date(start)), busy.map(({ end }) => new Date(end))],
  );
}

function decryptUrl(cipher: SecretCipher, feed: StoredFeed): string {
  try {
    return cipher.decrypt(feed.url_encrypted, feed.encryption_key_id, feedBinding(feed.id));
  } catch (error) {
    throw new FeedError("unreadable", { cause: error });
  }
}
