import { beforeEach, expect, test } from "vitest";
import { createBookingRoutes } from "#server/api/admin/bookings.ts";
import { type ApiEnvironment, createApiEnvironment } from "#tests/support/product/api-environment.ts";
import { createHost } from "#tests/support/records/host.ts";
import { insertRow } from "#tests/support/records/insert-row.ts";

const NOW = new Date("2026-11-23T08:00:00Z");
const MEETING = "2026-11-24T09:00:00Z";
const PROPOSED = "2026-11-25T10:00:00.000Z";

let fixture: ApiEnvironment;
let hostId: string;
beforeEach(async () => {
  fixture = await createApiEnvironment(createBookingRoutes, () => NOW);
  hostId = (await createHost({ pool: fixture.sql })).id;
});

const createMeeting = async (columns: object = {}) => {
  const { id } = await insertRow({ pool: fixture.sql }, "service_bookings", {
    client_id: fixture.clientA,
    service_type: "Other",
    preferred_start_date: "2031-02-01",
    project_description: "Review our assistant.",
    status: "approved",
    scheduled_at: MEETING,
    host_id: hostId,
    ...columns,
  });
  return id;
};
const check = async (proposedAt: string = PROPOSED) => {
  const bookingId = await createMeeting({ proposed_at: proposedAt });
  const response = await fixture.call("administrator", "GET", "/api/admin/bookings/proposed-times");
  expect(response.status).toBe(200);
  const [proposal] = JSON.parse(JSON.stringify(response.body)).proposals;
  expect(proposal).toMatchObject({ bookingId });
  return proposal;
};
const accept = (id: string, body: object = {}) =>
  fixture.post("administrator", `/api/admin/bookings/${id}/reschedule`, {
    ...{
      scheduledAt: PROPOSED,
      timeZone: "UTC",
      answeredProposal: PROPOSED,
      hostId,
      checksAvailability: true,
    },
    ...body,
  });

test("a proposed time is free, and accepting it moves the meeting", async () => {
  const proposal = await check();
  expect(proposal).toMatchObject({ status: "free" });
  expect((await accept(proposal.bookingId)).status).toBe(200);
  const response = await fixture.call("administrator", "GET", "/api/admin/bookings/proposed-times");
  expect(response.body).toEqual({ proposals: [] });
});

test("a proposed time that overlaps the meeting's current time is free", async () => {
  expect(await check("2026-11-24T09:15:00.000Z")).toMatchObject({ status: "free" });
});

test("names the company of another meeting, and accepting is rejected", async () => {
  await createMeeting({ client_id: fixture.clientB, scheduled_at: PROPOSED });
  const proposal = await check();
  expect(proposal).toMatchObject({ status: "conflict", conflict: { kind: "meeting" } });
  expect(proposal.conflict.name).not.toBe("");
  expect(await accept(proposal.bookingId)).toMatchObject({ status: 409, body: { code: "time_taken" } });
});

test("names the reason of a blocked time", async () => {
  await block();
  expect(await check()).toMatchObject({ conflict: { kind: "blocked", name: "Offsite" } });
});

test("names the calendar in which the host is busy", async () => {
  const { rows } = await fixture.sql.query(
    `insert into private.calendar_feeds (host_id, label, url_encrypted, encryption_key_id, server_name)
     values ($1, 'Work', '\\x00', 'k1', 'calendar.example') returning id`,
    [hostId],
  );
  await fixture.sql.query(
    "insert into private.feed_busy_times (feed_id, starts_at, ends_at) values ($1, $2, $2::timestamptz + interval '1 hour')",
    [rows[0].id, PROPOSED],
  );
  expect(await check()).toMatchObject({ conflict: { kind: "calendar", name: "Work" } });
});

const closeEveryDay = () => fixture.sql.query("update public.availability_hours set hours = '{}'");
const block = () =>
  fixture.sql.query(
    "insert into public.blocked_times (starts_at, ends_at, reason) values ($1, $1::timestamptz + interval '1 hour', 'Offsite')",
    [PROPOSED],
  );
const readSchedule = async (id: string) => {
  const { rows } = await fixture.sql.query(
    "select scheduled_at, proposed_at, calendar_sequence from public.service_bookings where id = $1",
    [id],
  );
  return rows[0];
};
const UNCHANGED = { scheduled_at: new Date(MEETING), calendar_sequence: 0 };

test("a time outside the hours can be accepted by an administrator who saw it", async () => {
  await closeEveryDay();
  const { bookingId, ...proposal } = await check();
  expect(proposal).toEqual({ status: "outside_hours" });
  expect(await accept(bookingId)).toMatchObject({ status: 409, body: { code: "outside_hours" } });
  expect(await readSchedule(bookingId)).toMatchObject(UNCHANGED);
  expect((await accept(bookingId, { allowsOutsideHours: true })).status).toBe(200);
  expect(await readSchedule(bookingId)).toEqual({
    scheduled_at: new Date(PROPOSED),
    proposed_at: null,
    calendar_sequence: 1,
  });
});

test("rejects a time outside the hours if the host has become busy", async () => {
  await closeEveryDay();
  const { bookingId } = await check();
  await block();
  expect(await accept(bookingId, { allowsOutsideHours: true })).toMatchObject({
    status: 409,
    body: {
      code: "time_taken",
      error: "The host isn't available at this time. Choose another time or host.",
    },
  });
  expect(await readSchedule(bookingId)).toMatchObject(UNCHANGED);
});

test.each([
  ["withdrew it", null],
  ["proposed another time", "2026-11-26T10:00:00.000Z"],
])("rejects the proposed time if the client %s after the administrator saw it", async (_, proposedAt) => {
  const { bookingId } = await check();
  await fixture.sql.query("update public.service_bookings set proposed_at = $2 where id = $1", [
    bookingId,
    proposedAt,
  ]);
  expect(await accept(bookingId)).toMatchObject({ status: 409, body: { code: "proposal_changed" } });
  expect(await readSchedule(bookingId)).toMatchObject(UNCHANGED);
  // Another time that the administrator chooses is unaffected.
  expect((await accept(bookingId, { scheduledAt: "2026-11-27T10:00:00.000Z" })).status).toBe(200);
});

test("checks nothing without active hosts", async () => {
  await fixture.sql.query("update public.consultation_hosts set is_active = false");
  expect(await check()).toMatchObject({ status: "unchecked" });
});

test("lists no proposals of canceled or past meetings, and none to clients", async () => {
  await createMeeting({ proposed_at: PROPOSED, status: "cancelled" });
  await createMeeting({ proposed_at: PROPOSED, scheduled_at: "2026-11-20T10:00:00Z" });
  await createMeeting({ proposed_at: "2026-11-22T10:00:00Z" });
  const response = await fixture.call("administrator", "GET", "/api/admin/bookings/proposed-times");
  expect(response.body).toEqual({ proposals: [] });
  expect((await fixture.call("client", "GET", "/api/admin/bookings/proposed-times")).status).toBe(403);
});
