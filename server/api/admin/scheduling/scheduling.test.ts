import { randomBytes } from "node:crypto";
import { Hono } from "hono";
import { beforeEach, describe, expect, test } from "vitest";
import { brand } from "#brand";
import { createFeedRoutes } from "#server/api/admin/scheduling/feeds.ts";
import { createHostRoutes } from "#server/api/admin/scheduling/hosts.ts";
import { createSchedulingSettingsRoutes } from "#server/api/admin/scheduling/settings.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import type { Keys } from "#server/keys.ts";
import { type ApiEnvironment, createApiEnvironment } from "#tests/support/product/api-environment.ts";

const PATH = "/api/admin/scheduling";
const SETTINGS = {
  timeZone: "Asia/Kathmandu",
  durationMinutes: 45,
  slotIntervalMinutes: 15,
  bufferBeforeMinutes: 5,
  bufferAfterMinutes: 10,
  noticeMinutes: 60,
  changeNoticeMinutes: 0,
  horizonDays: 30,
  maxPerDay: 3,
  clientsPickTimes: true,
};
const HOST = {
  name: "Maya Okafor",
  email: "maya@firm.example",
  userId: null,
  meetingUrl: "https://meet.firm.example/maya",
  phone: null,
  isActive: true,
};
const FEED_URL = "https://calendar.example/private-4711.ics";

let fixture: ApiEnvironment;
beforeEach(async () => {
  const keys = { encryptionKey: randomBytes(32).toString("base64") } as Keys;
  fixture = await createApiEnvironment((services) =>
    new Hono<CallerEnv>()
      .route("/", createSchedulingSettingsRoutes(services))
      .route("/", createHostRoutes(services))
      .route("/", createFeedRoutes({ ...services, keys })),
  );
});

const send = (method: string, path: string, body?: unknown) =>
  fixture.call("administrator", method, `${PATH}${path}`, body);
const readOverview = async () => JSON.parse(JSON.stringify((await send("GET", "")).body));
const addHost = async (host: object = {}) =>
  String((await send("POST", "/hosts", { ...HOST, ...host })).body.id);

test("a new installation has no hosts and no hours, and the firm's time zone", async () => {
  expect(await readOverview()).toMatchObject({
    settings: { timeZone: null, durationMinutes: 30, noticeMinutes: 1440, horizonDays: 60, maxPerDay: null },
    defaultTimeZone: brand.timeZone,
    hours: [[], [], [], [], [], [], []],
    hosts: [],
  });
});

test("saves settings, hours and overrides, and records them in the audit log", async () => {
  const days = [[{ from: 540, to: 720 }], [], [], [], [], [], [{ from: 0, to: 1440 }]];
  expect((await send("PUT", "/settings", SETTINGS)).status).toBe(200);
  expect((await send("PUT", "/hours", { days })).status).toBe(200);
  const override = { date: "2099-12-25", hours: [], label: "Holiday" };
  await send("PUT", "/overrides/2099-12-25", override);
  await send("PUT", "/overrides/2099-12-25", { ...override, hours: [{ from: 600, to: 660 }] });
  expect(await readOverview()).toMatchObject({
    settings: SETTINGS,
    hours: days,
    overrides: [{ date: "2099-12-25", hours: [{ from: 600, to: 660 }], label: "Holiday" }],
  });
  const { rows } = await fixture.sql.query(
    "select table_name, count(*)::integer as changes from public.audit_log group by 1 order by 1",
  );
  expect(rows).toEqual([
    { table_name: "availability_hours", changes: 2 },
    { table_name: "availability_overrides", changes: 2 },
    { table_name: "scheduling_settings", changes: 1 },
  ]);
  expect((await send("DELETE", "/overrides/2099-12-25")).status).toBe(200);
  expect((await send("DELETE", "/overrides/2099-12-25")).status).toBe(404);
});

test.each([
  ["/settings", { ...SETTINGS, durationMinutes: 14 }],
  ["/settings", { ...SETTINGS, timeZone: "Mars/Olympus" }],
  ["/hours", { days: [[{ from: 600, to: 540 }], [], [], [], [], [], []] }],
  ["/overrides/2026-12-25", { date: "2026-12-25", hours: [{ from: -1, to: 10 }], label: "" }],
])("PUT %s rejects %j and changes nothing", async (path, body) => {
  const before = await readOverview();
  expect((await send("PUT", path, body)).status).toBe(400);
  expect(await readOverview()).toEqual(before);
});

test("changing an unknown date or host returns 404", async () => {
  expect((await send("DELETE", "/overrides/someday")).status).toBe(404);
  expect((await send("PUT", `/hosts/${crypto.randomUUID()}`, HOST)).status).toBe(404);
  expect((await send("DELETE", "/hosts/1")).status).toBe(404);
  expect((await send("DELETE", `/blocked-times/${crypto.randomUUID()}`)).status).toBe(404);
});

describe("hosts", () => {
  test("can be added, changed and deleted", async () => {
    const id = await addHost();
    const changed = { ...HOST, meetingUrl: null, phone: "+1 212 555 0100", isActive: false };
    expect((await send("PUT", `/hosts/${id}`, changed)).status).toBe(200);
    expect((await readOverview()).hosts).toEqual([{ id, ...changed }]);
    expect((await send("DELETE", `/hosts/${id}`)).status).toBe(200);
    expect((await readOverview()).hosts).toEqual([]);
  });

  test("have different addresses", async () => {
    await addHost();
    const response = await send("POST", "/hosts", { ...HOST, email: "MAYA@firm.example" });
    expect(response).toMatchObject({ status: 409, body: { code: "duplicate_host" } });
  });

  test("with consultations can only be deactivated", async () => {
    const id = await addHost();
    await fixture.sql.query(
      `insert into public.consultations (form_id, host_id, status, starts_at, ends_at, time_zone, name, email, company,
                                         topic, hold_expires_at)
       values (gen_random_uuid(), $1, 'expired', now(), now() + interval '1 hour', 'UTC', 'Ada', 'ada@visitor.example',
               'Engines', 'A topic of some length', now())`,
      [id],
    );
    expect(await send("DELETE", `/hosts/${id}`)).toMatchObject({
      status: 409,
      body: { code: "host_in_use" },
    });
  });
});

test("blocks times of one host or of all hosts", async () => {
  const hostId = await addHost();
  const time = { startsAt: "2099-12-01T10:00:00Z", endsAt: "2099-12-01T12:00:00Z" };
  expect((await send("POST", "/blocked-times", { ...time, hostId, reason: "Travel" })).status).toBe(201);
  const { body } = await send("POST", "/blocked-times", time);
  expect((await readOverview()).blockedTimes).toHaveLength(2);
  expect((await send("DELETE", `/blocked-times/${String(body.id)}`)).status).toBe(200);
  expect((await readOverview()).blockedTimes).toMatchObject([{ hostId, reason: "Travel" }]);
  expect((await send("POST", "/blocked-times", { ...time, endsAt: time.startsAt })).status).toBe(400);
  expect((await send("POST", "/blocked-times", { ...time, hostId: crypto.randomUUID() })).status).toBe(404);
});

describe("calendars", () => {
  test("are stored encrypted, and never returned", async () => {
    const hostId = await addHost();
    const response = await send("POST", "/feeds", { hostId, label: "Work", url: FEED_URL });
    expect(response.status).toBe(201);
    const overview = JSON.stringify(await readOverview());
    expect(overview).toContain("calendar.example");
    expect(overview).not.toContain("4711");
    const { rows } = await fixture.sql.query(
      "select (select string_agg(entry::text, '') from public.audit_log as entry) as log, task_identifier from graphile_worker.jobs",
    );
    expect(rows).toMatchObject([{ task_identifier: "read-calendar-feeds" }]);
    expect(rows[0].log).not.toContain("url_encrypted");
    expect((await send("POST", "/feeds/read")).status).toBe(202);
    expect((await send("DELETE", `/feeds/${String(response.body.id)}`)).status).toBe(200);
    expect((await readOverview()).feeds).toEqual([]);
  });

  test.each([
    "http://calendar.example/a",
    "https://user:pw@calendar.example/",
    "https://calendar.example:444/",
  ])("reject the address %s", async (url) => {
    expect((await send("POST", "/feeds", { hostId: await addHost(), label: "Work", url })).status).toBe(400);
  });

  test("require an existing host", async () => {
    const feed = { hostId: crypto.randomUUID(), label: "Work", url: FEED_URL };
    expect((await send("POST", "/feeds", feed)).status).toBe(404);
  });
});

test("clients and visitors cannot read or change availability", async () => {
  for (const [as, status] of [
    ["client", 403],
    ["visitor", 401],
  ] as const) {
    expect((await fixture.call(as, "GET", PATH)).status).toBe(status);
    expect((await fixture.call(as, "PUT", `${PATH}/settings`, SETTINGS)).status).toBe(status);
  }
});
