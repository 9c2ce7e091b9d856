import { randomBytes } from "node:crypto";
import { beforeEach, expect, test } from "vitest";
import { HONEYPOT_FIELD } from "#domain/inquiries/contact-form.ts";
import { createExpireHoldsJob } from "#server/jobs/consultations/expire-holds.ts";
import { createReadCalendarFeedsJob } from "#server/jobs/consultations/read-calendar-feeds.ts";
import { createLogger } from "#server/observability/logger.ts";
import { feedBinding } from "#server/scheduling/feeds/read-feed.ts";
import { createSecretCipher } from "#server/secret-cipher.ts";
import type { Services } from "#server/services.ts";
import {
  buildConsultationForm,
  type ConsultationEnvironment,
  createConsultationEnvironment,
} from "#tests/support/product/consultation-environment.ts";
import { createHost } from "#tests/support/records/host.ts";
import { insertRow } from "#tests/support/records/insert-row.ts";

const TEN = "2026-11-24T10:00:00.000Z";
const ELEVEN = "2026-11-24T11:00:00.000Z";
const MINUTE = 60_000;
/** A calendar with an event at `TEN`. */
const CALENDAR = [
  ...["BEGIN:VCALENDAR", "VERSION:2.0"],
  ...["BEGIN:VEVENT", "UID:1", "DTSTART:20261124T100000Z", "DTEND:20261124T110000Z", "END:VEVENT"],
  ...["END:VCALENDAR", ""],
].join("\r\n");

let firm: ConsultationEnvironment;
beforeEach(async () => {
  firm = await createConsultationEnvironment();
});

const listStatuses = async () => {
  const { rows } = await firm.sql.query<{ status: string }>(
    "select status from public.consultations order by created_at, id",
  );
  return rows.map(({ status }) => status);
};
const listFreeTimes = async (query = "from=2026-11-24&days=1&timeZone=UTC") => {
  const { body } = await firm.call("visitor", "GET", `/api/consultations/slots?${query}`);
  return JSON.parse(JSON.stringify(body));
};
const advance = (minutes: number) => {
  firm.clock.now = new Date(firm.clock.now.getTime() + minutes * MINUTE);
};

test("lists free times by the visitor's date, and the next free date after them", async () => {
  await firm.sql.query("update public.scheduling_settings set time_zone = 'America/New_York'");
  expect(await listFreeTimes("from=2026-11-24&days=1&timeZone=Asia/Kathmandu")).toMatchObject({
    isAvailable: true,
    timeZone: "Asia/Kathmandu",
    firmTimeZone: "America/New_York",
    durationMinutes: 30,
    days: [{ date: "2026-11-24" }],
    nextFreeDate: "2026-11-25",
  });
  await firm.sql.query("update public.availability_hours set hours = '{}' where weekday <> 1");
  // The times are cached for 5 s.
  firm.clock.now = new Date(firm.clock.now.getTime() + 5_000);
  expect(await listFreeTimes()).toMatchObject({ days: [], nextFreeDate: "2026-11-30" });
});

test.each([
  "from=2026-02-30",
  "from=9999-12-31",
  "from=0001-01-01",
  "days=0",
  "days=63",
  "timeZone=Mars/Olympus",
  "timeZone=%2B02:00",
])("rejects the query %s", async (query) => {
  expect((await firm.call("visitor", "GET", `/api/consultations/slots?${query}`)).status).toBe(400);
});

test("reports that no times can be offered without hours or an active host", async () => {
  await firm.sql.query("update public.consultation_hosts set is_active = false");
  expect(await listFreeTimes()).toMatchObject({ isAvailable: false, days: [], nextFreeDate: null });
});

test("holds a time for 30 minutes and emails a link, without the visitor's text", async () => {
  const email = "ada@visitor.example";
  const { status, body } = await firm.book(TEN, { email, name: "Buy pills at evil.example" });
  expect([status, body]).toEqual([
    200,
    { success: true, status: "held", startsAt: TEN, holdExpiresAt: "2026-11-23T08:30:00.000Z" },
  ]);
  const emails = await firm.listEmails();
  expect(emails.map(({ kind, recipient }) => [kind, recipient])).toEqual([["consultation-held", email]]);
  expect(JSON.stringify(emails)).not.toContain("pills");
  const [day] = (await listFreeTimes()).days;
  expect(day.times).not.toContain(TEN);
  const { rows } = await firm.sql.query(
    "select count(*)::integer as inquiries from public.contact_inquiries",
  );
  expect(rows[0]).toEqual({ inquiries: 0 });
});

test("stores only hashes of links", async () => {
  await firm.book(TEN, { email: "ada@visitor.example" });
  const token = await firm.readToken("ada@visitor.example");
  expect(token).toHaveLength(43);
  const { rows } = await firm.sql.query("select token_hash from private.consultation_tokens");
  expect(rows).toHaveLength(1);
  expect(rows[0].token_hash.toString("utf8")).not.toContain(token);
});

test("200 visitors book the same time at once: one holds it, and 199 get other times", async () => {
  const responses = await Promise.all(Array.from({ length: 200 }, () => firm.book(TEN)));
  expect(responses.filter(({ status }) => status === 200)).toHaveLength(1);
  const rejected = responses.filter(({ status }) => status === 409);
  expect(rejected).toHaveLength(199);
  for (const { body } of rejected) {
    expect(body).toMatchObject({
      code: "time_taken",
      error: "That time was just taken. Choose another one.",
    });
    expect(body.freeTimes).toHaveLength(6);
    expect(body.freeTimes).not.toContain(TEN);
  }
  expect(await listStatuses()).toEqual(["held"]);
});

test("the database rejects overlapping reservations of a host, even without the server", async () => {
  const { book: _, ...form } = { ...buildConsultationForm(TEN), book: null };
  const insert = (startsAt: string, endsAt: string) =>
    insertRow({ pool: firm.sql }, "consultations", {
      form_id: crypto.randomUUID(),
      host_id: firm.hostId,
      status: "confirmed",
      starts_at: startsAt,
      ends_at: endsAt,
      time_zone: form.timeZone,
      name: form.name,
      email: form.email,
      company: form.company,
      topic: form.topic,
      confirmed_at: startsAt,
    });
  await insert(TEN, "2026-11-24T10:30:00Z");
  await insert("2026-11-24T10:30:00Z", "2026-11-24T11:00:00Z");
  await expect(insert("2026-11-24T10:29:00Z", "2026-11-24T10:31:00Z")).rejects.toThrow(
    "host_reservations_no_overlap",
  );
  await firm.sql.query("update public.consultations set status = 'no_show'");
  await insert("2026-11-24T10:29:00Z", "2026-11-24T10:31:00Z");
});

test("the same form sent twice, even concurrently, books one time", async () => {
  const form = { formId: crypto.randomUUID(), email: "ada@visitor.example" };
  const responses = await Promise.all([firm.book(TEN, form), firm.book(TEN, form)]);
  responses.push(await firm.book(ELEVEN, form));
  expect(responses.map(({ status, body }) => [status, body.startsAt])).toEqual([
    [200, TEN],
    [200, TEN],
    [200, TEN],
  ]);
  expect(await firm.listEmails()).toHaveLength(1);
});

test("a form that is sent again after its hold has expired holds a time again", async () => {
  const form = { formId: crypto.randomUUID(), email: "ada@visitor.example" };
  await firm.book(TEN, form);
  advance(30);
  expect(await firm.book(ELEVEN, form)).toMatchObject({
    status: 200,
    body: { status: "held", startsAt: ELEVEN, holdExpiresAt: "2026-11-23T09:00:00.000Z" },
  });
  expect(await listStatuses()).toEqual(["expired", "held"]);
  expect(await firm.listEmails()).toHaveLength(2);
});

test("an expired hold is offered again before and after the job, and is deleted after a week", async () => {
  await firm.book(TEN);
  advance(29);
  expect((await firm.book(TEN)).status).toBe(409);
  advance(1);
  expect((await listFreeTimes()).days[0].times).toContain(TEN);
  const job = createExpireHoldsJob({ database: firm.database, now: () => firm.clock.now });
  await job({});
  expect(await listStatuses()).toEqual(["expired"]);
  const { rows } = await firm.sql.query("select 1 from private.host_reservations");
  expect(rows).toEqual([]);
  expect((await firm.book(TEN)).status).toBe(200);
  advance(9 * 24 * 60);
  await job({});
  await job({});
  expect(await listStatuses()).toEqual([]);
});

test.each([
  ["in the past", "2026-11-22T10:00:00Z"],
  ["outside the hours", "2026-11-24T17:00:00Z"],
  ["between two times", "2026-11-24T10:10:00Z"],
  ["after the horizon", "2027-03-01T10:00:00Z"],
])("rejects a time %s", async (_, startsAt) => {
  expect(await firm.book(startsAt)).toMatchObject({ status: 409, body: { code: "time_taken" } });
  expect(await listStatuses()).toEqual([]);
});

test("lists no times after the horizon", async () => {
  expect(await listFreeTimes("from=2027-03-01&days=7")).toMatchObject({ days: [], nextFreeDate: null });
});

test.each(["9999-12-31T23:59:59-14:00", "0001-01-01T00:00:00Z"])("rejects the time %s", async (startsAt) => {
  expect(await firm.book(startsAt)).toMatchObject({ status: 400, body: { code: "invalid_input" } });
});

test("rejects invalid fields with a message per field and changes nothing", async () => {
  const response = await firm.book(TEN, { email: "ada@", topic: "Hi" });
  expect(response).toMatchObject({
    status: 400,
    body: {
      code: "invalid_input",
      fieldErrors: {
        email: "Invalid email address",
        topic: "Describe what it's about in at least 10 characters",
      },
    },
  });
  expect(await listStatuses()).toEqual([]);
});

test("reports success to a bot that fills in the hidden field, and stores nothing", async () => {
  const response = await firm.book(TEN, { [HONEYPOT_FIELD]: "https://spam.example" });
  expect(response).toMatchObject({ status: 200, body: { status: "held" } });
  expect(await listStatuses()).toEqual([]);
});

test("requires a CAPTCHA if one is configured, and books rarely without one", async () => {
  const guarded = await createConsultationEnvironment({
    rateLimitScale: 1,
    verifyCaptcha: async (token) => token === "right",
  });
  const book = (captchaToken?: string) =>
    guarded.book(TEN, captchaToken === undefined ? {} : { captchaToken });
  for (const token of [undefined, "", "wrong"]) {
    expect(await book(token)).toMatchObject({ status: 400, body: { code: "captcha_failed" } });
  }
  expect((await book("right")).status).toBe(200);
  // A browser without scripts cannot show a CAPTCHA. Each network gets two attempts per hour.
  expect([(await book("unavailable")).status, (await book("unavailable")).status]).toEqual([409, 409]);
  expect((await book("unavailable")).status).toBe(429);
});

test("books twice per hour without a CAPTCHA for an IPv6 site with many networks", async () => {
  const guarded = await createConsultationEnvironment({
    rateLimitScale: 1,
    verifyCaptcha: async () => false,
  });
  const statuses: number[] = [];
  for (const address of ["2001:db8:1:1::1", "2001:db8:1:2::1", "2001:db8:1:3::1", "2001:db8:2:1::1"]) {
    guarded.visitor.address = address;
    statuses.push((await guarded.book(TEN, { captchaToken: "unavailable" })).status);
  }
  expect(statuses).toEqual([200, 409, 429, 409]);
});

test("limits how often a network lists free times", async () => {
  const limited = await createConsultationEnvironment({ rateLimitScale: 1 / 150 });
  const list = async () => (await limited.call("visitor", "GET", "/api/consultations/slots")).status;
  expect([await list(), await list(), await list()]).toEqual([200, 200, 429]);
});

test("accepts a form post without scripts and shows a page", async () => {
  const post = (form: Record<string, string>) =>
    firm.fetch(
      new Request("http://localhost/api/consultations", {
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: new URLSearchParams(form),
      }),
    );
  const form = buildConsultationForm(TEN);
  const response = await post(form);
  expect(response.status).toBe(200);
  expect(await response.text()).toContain("Check your email");
  expect((await post({ ...form, formId: crypto.randomUUID(), email: "b@visitor.example" })).status).toBe(409);
  expect((await post({ ...form, topic: "" })).status).toBe(400);
  await firm.postJson(`/api/consultations/${await firm.readToken(form.email)}/confirm`, {});
  expect(await (await post(form)).text()).toContain("already sent this form");
});

test("rejects a form of another site", async () => {
  const response = await firm.fetch(
    new Request("http://localhost/api/consultations", {
      method: "POST",
      headers: { "content-type": "application/json", "sec-fetch-site": "cross-site" },
      body: JSON.stringify(buildConsultationForm(TEN)),
    }),
  );
  expect(response.status).toBe(403);
  expect(await listStatuses()).toEqual([]);
});

test("distributes bookings among the hosts in turn", async () => {
  const second = await createHost({ pool: firm.sql });
  for (const time of [TEN, ELEVEN, "2026-11-24T12:00:00Z", "2026-11-24T13:00:00Z"]) {
    advance(1);
    await firm.book(time);
  }
  const { rows } = await firm.sql.query("select host_id from public.consultations order by created_at");
  expect(rows.map((row) => row.host_id)).toEqual([firm.hostId, second.id, firm.hostId, second.id]);
  // Both hosts can be booked at the same time.
  expect((await firm.book(TEN)).status).toBe(200);
  expect((await firm.book(TEN)).status).toBe(409);
});

test("limits the bookings of a host per date", async () => {
  await firm.sql.query("update public.scheduling_settings set max_per_day = 1");
  await firm.book(TEN);
  expect((await firm.book(ELEVEN)).status).toBe(409);
  expect((await firm.book("2026-11-25T11:00:00Z")).status).toBe(200);
});

test("a booking that starts during an import of a calendar sees its busy times", async () => {
  const feedId = crypto.randomUUID();
  const encryptionKey = randomBytes(32).toString("base64");
  const cipher = createSecretCipher(encryptionKey);
  await firm.sql.query(
    `insert into private.calendar_feeds (id, host_id, label, url_encrypted, encryption_key_id, server_name)
     values ($1, $2, 'Work', $3, $4, 'calendar.example')`,
    [
      feedId,
      firm.hostId,
      cipher.encrypt("https://calendar.example/work.ics", feedBinding(feedId)),
      cipher.keyId,
    ],
  );
  const readFeeds = createReadCalendarFeedsJob(
    {
      database: firm.database,
      now: () => firm.clock.now,
      log: createLogger("silent"),
      keys: { encryptionKey, previousEncryptionKey: undefined } as Services["keys"],
    },
    async () => ({ isModified: true, text: CALENDAR, etag: null, lastModified: null }),
  );
  const countWaiting = async (lock: "advisory" | "transactionid") => {
    const { rows } = await firm.sql.query(
      `select count(*)::integer as waiting from pg_locks as lock join pg_stat_activity as session using (pid)
        where lock.locktype = $1 and not lock.granted and session.datname = current_database()`,
      [lock],
    );
    return rows[0].waiting;
  };
  let reading: Promise<void> | undefined;
  let booking: ReturnType<typeof firm.book> | undefined;
  await firm.database.bypassPolicies({ reason: "test" }, async (query) => {
    // The import stores the busy times and then waits for this row.
    await query.dynamic("select from private.calendar_feeds where id = $1 for no key update", [feedId]);
    reading = Promise.resolve(readFeeds({}));
    await expect.poll(() => countWaiting("transactionid"), { timeout: 10_000 }).toBe(1);
    // The time is still listed, because the import has not committed.
    expect((await listFreeTimes()).days[0].times).toContain(TEN);
    booking = firm.book(TEN);
    await expect.poll(() => countWaiting("advisory"), { timeout: 10_000 }).toBe(1);
  });
  await reading;
  expect(await booking).toMatchObject({ status: 409, body: { code: "time_taken" } });
  expect(await listStatuses()).toEqual([]);
});

test("a blocked time and a booking that race never both succeed", async () => {
  const blockTime = () =>
    firm.database.bypassPolicies({ reason: "test" }, async (query) => {
      await query("select pg_advisory_xact_lock(hashtextextended('schedule', 0))");
      await query.dynamic(
        `insert into public.blocked_times (host_id, starts_at, ends_at)
         select $1, $2, $2::timestamptz + interval '30 minutes'
          where not exists (select from private.host_reservations where blocked @> $2::timestamptz)`,
        [firm.hostId, TEN],
      );
    });
  await Promise.all([firm.book(TEN), blockTime(), firm.book(TEN)]);
  const { rows } = await firm.sql.query(
    `select (select count(*)::integer from private.host_reservations)
          + (select count(*)::integer from public.blocked_times) as taken`,
  );
  expect(rows).toEqual([{ taken: 1 }]);
});

test("a signed-in client's time is confirmed immediately, for the address of the account", async () => {
  const { email: _, company: __, ...form } = buildConsultationForm(TEN);
  const response = await firm.post("client", "/api/client/consultations", form);
  expect(response).toMatchObject({
    status: 200,
    body: { consultation: { status: "confirmed", company: "A company" } },
  });
  const { manageUrl } = response.body;
  const token = String(manageUrl).split("/book/manage/")[1] ?? "";
  const details = await firm.call("visitor", "GET", `/api/consultations/${token}`);
  expect(details).toMatchObject({ status: 200, body: { status: "confirmed" } });
  const { rows } = await firm.sql.query(
    "select consultation.client_id, inquiry.status, inquiry.source, inquiry.client_id as inquiry_client from public.consultations as consultation join public.contact_inquiries as inquiry on inquiry.id = consultation.inquiry_id",
  );
  expect(rows).toEqual([
    { client_id: firm.clientA, status: "replied", source: "consultation", inquiry_client: firm.clientA },
  ]);
  expect(
    (await firm.post("client", "/api/client/consultations", { ...form, formId: crypto.randomUUID() })).status,
  ).toBe(409);
  expect((await firm.post("administrator", "/api/client/consultations", form)).status).toBe(403);
});

test("a client has at most two upcoming consultations per address", async () => {
  const book = (startsAt: string) => {
    const { email: _, company: __, ...form } = buildConsultationForm(startsAt);
    return firm.post("client", "/api/client/consultations", form);
  };
  expect((await book(TEN)).status).toBe(200);
  expect((await book(ELEVEN)).status).toBe(200);
  expect(await book("2026-11-24T12:00:00.000Z")).toMatchObject({
    status: 409,
    body: { code: "too_many_consultations" },
  });
  expect(await listStatuses()).toEqual(["confirmed", "confirmed"]);
  firm.clock.now = new Date("2026-11-24T10:30:00Z");
  expect((await book("2026-11-26T12:00:00.000Z")).status).toBe(200);
});
