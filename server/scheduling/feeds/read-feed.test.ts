import { randomBytes } from "node:crypto";
import {
  createTestDatabase,
  type TestDatabase,
} from "@wardline/embedded-supabase/test-support/test-database";
import { beforeEach, expect, test } from "vitest";
import { brand } from "#brand";
import { createCalendarUid } from "#domain/calendar/calendar-file.ts";
import { createDatabase } from "#server/database/database.ts";
import { createReadCalendarFeedsJob } from "#server/jobs/consultations/read-calendar-feeds.ts";
import type { Keys } from "#server/keys.ts";
import { createLogger } from "#server/observability/logger.ts";
import { createSecretCipher } from "#server/secret-cipher.ts";
import { createHost } from "#tests/support/records/host.ts";
import { FeedError } from "./feed-error.ts";
import type { FeedResponse, FetchFeed } from "./fetch-feed.ts";
import { feedBinding } from "./read-feed.ts";

const URL_OF_FEED = "https://calendar.example/private-4711.ics";
const OTHER_URL = "https://calendar.example/other.ics";
const KEYS = { encryptionKey: randomBytes(32).toString("base64"), previousEncryptionKey: undefined };
const EVENT = ["BEGIN:VEVENT", "UID:1", "DTSTART:20261124T100000Z", "DTEND:20261124T110000Z", "END:VEVENT"];
const buildCalendar = (...lines: string[]) =>
  ["BEGIN:VCALENDAR", "VERSION:2.0", ...lines, "END:VCALENDAR", ""].join("\r\n");

let database: TestDatabase;
let now: Date;
let feedId: string;
let logLines: string[];
let requests: Parameters<FetchFeed>[];

beforeEach(async () => {
  database = await createTestDatabase();
  now = new Date("2026-11-23T08:00:00Z");
  logLines = [];
  requests = [];
  const host = await createHost(database);
  feedId = crypto.randomUUID();
  const cipher = createSecretCipher(KEYS.encryptionKey);
  await database.pool.query(
    `insert into private.calendar_feeds (id, host_id, label, url_encrypted, encryption_key_id, server_name)
     values ($1, $2, 'Work', $3, $4, 'calendar.example')`,
    [feedId, host.id, cipher.encrypt(URL_OF_FEED, feedBinding(feedId)), cipher.keyId],
  );
});

const buildServices = (keys: Pick<Keys, "encryptionKey" | "previousEncryptionKey">) =>
  ({
    database: createDatabase(database.pool),
    now: () => now,
    log: createLogger("debug", (line) => logLines.push(line)),
    keys,
  }) as Parameters<typeof createReadCalendarFeedsJob>[0];

type Outcome = FeedResponse | Error | string;

/** Runs the job with the response of the calendar's server. A string is its body. */
async function read(
  response: Outcome,
  keys: Pick<Keys, "encryptionKey" | "previousEncryptionKey"> = KEYS,
  otherResponses: Record<string, Outcome> = {},
) {
  const fetchFeed: FetchFeed = async (...request) => {
    requests.push(request);
    const outcome = otherResponses[request[0]] ?? response;
    if (outcome instanceof Error) {
      throw outcome;
    }
    return typeof outcome === "string"
      ? { isModified: true, text: outcome, etag: '"1"', lastModified: null }
      : outcome;
  };
  await createReadCalendarFeedsJob(buildServices(keys), fetchFeed)({});
  return readStoredFeed();
}

async function readStoredFeed() {
  const { rows } = await database.pool.query("select * from private.calendar_feeds");
  return rows[0];
}

async function listBusy() {
  const { rows } = await database.pool.query(
    "select starts_at, ends_at from private.feed_busy_times order by 1",
  );
  return rows.map(({ starts_at, ends_at }) => `${starts_at.toISOString()} ${ends_at.toISOString()}`);
}
const BUSY = ["2026-11-24T10:00:00.000Z 2026-11-24T11:00:00.000Z"];

test("stores busy times and nothing else about the events", async () => {
  const feed = await read(buildCalendar(...EVENT));
  expect(await listBusy()).toEqual(BUSY);
  expect(feed).toMatchObject({ busy_count: 1, failure: null, failing_since: null, succeeded_at: now });
  expect(requests[0]?.[0]).toBe(URL_OF_FEED);
});

test("ignores the events of consultations, and no others of the firm's domain", async () => {
  const { rows } = await database.pool.query(
    `insert into public.consultations
       (form_id, host_id, status, starts_at, ends_at, time_zone, name, email, company, topic, confirmed_at)
     select gen_random_uuid(), host.id, 'confirmed', '2026-11-24T12:00Z', '2026-11-24T12:30Z', 'UTC', 'Ada Byron',
            'ada@visitor.example', 'Engines Ltd', 'Our assistant calls tools.', now()
       from public.consultation_hosts as host returning id`,
  );
  const rename = (uid: string) => EVENT.map((line) => (line === "UID:1" ? `UID:${uid}` : line));
  await read(buildCalendar(...rename(createCalendarUid(rows[0].id, brand))));
  expect(await listBusy()).toEqual([]);
  await read(buildCalendar(...rename(createCalendarUid(crypto.randomUUID(), brand))));
  expect(await listBusy()).toEqual(BUSY);
});

test("replaces the busy times when the calendar changes, and keeps them when it is unchanged", async () => {
  await read(buildCalendar(...EVENT));
  now = new Date("2026-11-23T08:10:00Z");
  const unchanged = await read({ isModified: false });
  expect(requests[1]?.[1]).toEqual({ etag: '"1"', lastModified: null });
  expect(unchanged.succeeded_at).toEqual(now);
  expect(await listBusy()).toEqual(BUSY);
  await read(buildCalendar(...EVENT.map((line) => line.replace("T10", "T09"))));
  expect(await listBusy()).toEqual(["2026-11-24T09:00:00.000Z 2026-11-24T11:00:00.000Z"]);
});

test("reads an unchanged calendar again after a day, because recurring events continue", async () => {
  await read(buildCalendar(...EVENT));
  now = new Date("2026-11-24T08:00:00Z");
  await read(buildCalendar(...EVENT));
  expect(requests[1]?.[1]).toEqual({ etag: null, lastModified: null });
});

test.each([
  ["is unreachable", new FeedError("timeout"), "took longer than 10 s"],
  ["returns a page", "<!doctype html>", "doesn't return a calendar"],
  ["returns no events", buildCalendar(), "is empty"],
  ["redirects to a private address", new FeedError("private-address"), "private network"],
])("keeps the last busy times when the calendar %s", async (_, outcome, message) => {
  await read(buildCalendar(...EVENT));
  now = new Date("2026-11-23T08:10:00Z");
  const failed = await read(outcome);
  expect(await listBusy()).toEqual(BUSY);
  expect(failed.failure).toContain(message);
  expect(failed.failing_since).toEqual(now);
  now = new Date("2026-11-23T10:10:00Z");
  expect((await read(outcome)).failing_since).toEqual(new Date("2026-11-23T08:10:00Z"));
  expect(await read(buildCalendar(...EVENT))).toMatchObject({ failing_since: null, failure: null });
});

test("records an unexpected error of one calendar, and reads the others", async () => {
  const { rows } = await database.pool.query("select host_id from private.calendar_feeds");
  const cipher = createSecretCipher(KEYS.encryptionKey);
  const otherId = crypto.randomUUID();
  await database.pool.query(
    `insert into private.calendar_feeds (id, host_id, label, url_encrypted, encryption_key_id, server_name, checked_at)
     values ($1, $2, 'Other', $3, $4, 'calendar.example', '2026-11-23T07:50:00Z')`,
    [otherId, rows[0].host_id, cipher.encrypt(OTHER_URL, feedBinding(otherId)), cipher.keyId],
  );
  await read(new TypeError("unexpected value"), KEYS, { [OTHER_URL]: buildCalendar(...EVENT) });
  const { rows: feeds } = await database.pool.query(
    "select label, failure, failing_since, checked_at from private.calendar_feeds order by label",
  );
  expect(feeds).toEqual([
    { label: "Other", failure: null, failing_since: null, checked_at: now },
    {
      label: "Work",
      failure: expect.stringContaining("We couldn't read the calendar."),
      failing_since: now,
      checked_at: now,
    },
  ]);
  expect(await listBusy()).toEqual(BUSY);
  expect(logLines.join()).toContain("unexpected value");
});

test("records no failure of the calendar if the server stops while reading it", async () => {
  const before = await read(buildCalendar(...EVENT));
  now = new Date("2026-11-23T08:10:00Z");
  const stop = new AbortController();
  const job = createReadCalendarFeedsJob(buildServices(KEYS), async () => {
    stop.abort();
    throw new FeedError("unreachable", { cause: stop.signal.reason });
  });
  await expect(job({}, { isLast: true, stopSignal: stop.signal })).rejects.toThrow("aborted");
  expect(await readStoredFeed()).toEqual(before);
  expect(logLines.join()).not.toContain("calendar not read");
});

test("a new calendar without events is not a failure", async () => {
  expect(await read(buildCalendar())).toMatchObject({ failure: null, busy_count: 0 });
});

test("stores warnings", async () => {
  const feed = await read(
    buildCalendar(...EVENT.map((line) => line.replace(":2026", ";TZID=Mars:2026").replace(/Z$/, ""))),
  );
  expect(feed.warnings).toHaveLength(1);
});

test("encrypts the address with the new key after a rotation, and reports a lost key", async () => {
  const rotated = {
    encryptionKey: randomBytes(32).toString("base64"),
    previousEncryptionKey: KEYS.encryptionKey,
  };
  await read(buildCalendar(...EVENT), rotated);
  const onlyNew = { ...rotated, previousEncryptionKey: undefined };
  expect((await read(buildCalendar(...EVENT), onlyNew)).failure).toBeNull();
  expect((await read(buildCalendar(...EVENT), KEYS)).failure).toContain("ENCRYPTION_KEY changed");
});

test("neither the database nor the log contains the address", async () => {
  await read(new FeedError("unreachable", { cause: new Error(`connect failed: ${URL_OF_FEED}`) }));
  const { rows } = await database.pool.query(
    "select to_jsonb(feed)::text as feed from private.calendar_feeds as feed",
  );
  expect(`${rows[0].feed}${logLines.join()}`).not.toContain("4711");
});
