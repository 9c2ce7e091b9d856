import { Hono } from "hono";
import { beforeEach, describe, expect, test } from "vitest";
import { MAX_CHANGES } from "#domain/consultations/consultation.ts";
import { createBookingRoutes } from "#server/api/admin/bookings.ts";
import { createMeetingTimeRoutes } from "#server/api/client/meeting-times.ts";
import { createAdminGroup, createClientGroup } from "#server/api/route-groups.ts";
import { type ApiEnvironment, createRouteEnvironment } from "#tests/support/product/api-environment.ts";
import { createHost } from "#tests/support/records/host.ts";
import { insertRow } from "#tests/support/records/insert-row.ts";

const NOW = new Date("2026-11-23T08:00:00Z");
const TEN = "2026-11-24T10:00:00.000Z";
const ELEVEN = "2026-11-24T11:00:00.000Z";
const SATURDAY_NIGHT = "2026-11-28T23:00:00.000Z";

let fixture: ApiEnvironment;
let hostId: string;
beforeEach(async () => {
  fixture = await createRouteEnvironment(
    (services) =>
      new Hono()
        .route("/", createClientGroup(services).route("/", createMeetingTimeRoutes(services)))
        .route("/", createAdminGroup(services).route("/", createBookingRoutes(services))),
    { now: () => NOW },
  );
  hostId = (await createHost({ pool: fixture.sql })).id;
  await fixture.sql.query("update public.scheduling_settings set clients_pick_times = true");
});

const createBooking = async (columns: object = {}) => {
  const { id } = await insertRow({ pool: fixture.sql }, "service_bookings", {
    client_id: fixture.clientA,
    service_type: "Other",
    preferred_start_date: "2031-02-01",
    project_description: "Review our assistant.",
    ...columns,
  });
  return id;
};
const schedule = (id: string, startsAt = TEN, as: "client" | "administrator" | "visitor" = "client") =>
  fixture.post(as, `/api/client/bookings/${id}/schedule`, { startsAt, timeZone: "Europe/Berlin" });
const approve = (id: string, scheduledAt = TEN, body: object = {}) =>
  fixture.post("administrator", `/api/admin/bookings/${id}/approve`, {
    scheduledAt,
    timeZone: "UTC",
    ...body,
  });
const readBooking = async (id: string) => {
  const { rows } = await fixture.sql.query("select * from public.service_bookings where id = $1", [id]);
  return rows[0];
};
const listEmails = async () => {
  const { rows } = await fixture.sql.query(
    "select kind, subject from private.email_outbox order by created_at, kind",
  );
  return rows;
};

describe("a client", () => {
  test("schedules a pending request at a free time", async () => {
    const id = await createBooking();
    expect((await schedule(id)).status).toBe(200);
    expect(await readBooking(id)).toMatchObject({
      status: "approved",
      scheduled_at: new Date(TEN),
      host_id: hostId,
      meeting_url: "https://meet.firm.example/maya",
      calendar_sequence: 0,
    });
    expect(await listEmails()).toMatchObject([
      { kind: "booking-answered" },
      { kind: "booking-made", subject: "A company scheduled a meeting: Other" },
    ]);
  });

  test("moves a meeting, and the earlier time is free again", async () => {
    const id = await createBooking();
    await schedule(id);
    expect((await schedule(id, ELEVEN)).status).toBe(200);
    expect((await readBooking(id)).calendar_sequence).toBe(1);
    expect((await schedule(await createBooking(), TEN)).status).toBe(200);
  });

  test("cannot move a meeting to its own time", async () => {
    const id = await createBooking();
    await schedule(id);
    const emails = await listEmails();
    expect(await schedule(id)).toMatchObject({ status: 409, body: { code: "same_time" } });
    expect(await listEmails()).toEqual(emails);
    expect(await readBooking(id)).toMatchObject({ calendar_sequence: 0, client_changes: 0 });
  });

  test("can move a meeting 5 times, not counting changes by administrators", async () => {
    const id = await createBooking();
    await schedule(id);
    for (let change = 0; change < MAX_CHANGES; change += 1) {
      expect((await schedule(id, change % 2 === 0 ? ELEVEN : TEN)).status).toBe(200);
    }
    expect(await schedule(id, TEN)).toMatchObject({
      status: 409,
      body: {
        code: "too_many_changes",
        error: "You've rescheduled this meeting 5 times. Send us a message to reschedule it again.",
      },
    });
    expect(await readBooking(id)).toMatchObject({ scheduled_at: new Date(ELEVEN), client_changes: 5 });
    const other = await createBooking();
    await approve(other);
    await approve(other, "2026-11-24T12:00:00.000Z");
    expect((await readBooking(other)).client_changes).toBe(0);
  });

  test("sees only free times that are long enough for the meeting", async () => {
    await schedule(await createBooking());
    const id = await createBooking({ meeting_minutes: 120 });
    const { body } = await fixture.call(
      "client",
      "GET",
      `/api/client/bookings/${id}/free-times?from=2026-11-24&days=1&timeZone=UTC`,
    );
    const [day] = JSON.parse(JSON.stringify(body)).days;
    expect(day.times.slice(0, 2)).toEqual(["2026-11-24T10:30:00.000Z", ELEVEN]);
    expect(day.times.at(-1)).toBe("2026-11-24T15:00:00.000Z");
  });

  test("lists free times at most 100 times in 10 minutes", async () => {
    const path = `/api/client/bookings/${await createBooking()}/free-times`;
    await fixture.sql.query("insert into private.rate_limits (key, points, expire) values ($1, 99, $2)", [
      `meeting-times:${fixture.userA}`,
      NOW.getTime() + 60_000,
    ]);
    expect((await fixture.call("client", "GET", path)).status).toBe(200);
    expect(await fixture.call("client", "GET", path)).toMatchObject({
      status: 429,
      body: { code: "too_many_requests" },
    });
  });

  test("cannot take the time of another meeting, and gets other times", async () => {
    await schedule(await createBooking());
    const response = await schedule(await createBooking());
    expect(response).toMatchObject({ status: 409, body: { code: "time_taken" } });
    expect(response.body.freeTimes).toHaveLength(6);
  });

  test("cannot schedule a meeting of another client, a canceled one, or one that starts soon", async () => {
    expect((await schedule(await createBooking({ client_id: fixture.clientB }))).status).toBe(404);
    expect((await schedule(await createBooking({ status: "cancelled" }))).status).toBe(409);
    const soon = await createBooking({ status: "approved", scheduled_at: "2026-11-23T10:00:00Z" });
    expect((await schedule(soon)).status).toBe(409);
  });

  test("cannot schedule a quote request", async () => {
    const id = await createBooking({ kind: "quote" });
    expect(await schedule(id)).toMatchObject({ status: 409, body: { code: "not_a_booking" } });
    expect(await readBooking(id)).toMatchObject({ status: "pending", scheduled_at: null });
  });

  test("cannot pick times unless the firm allows it", async () => {
    await fixture.sql.query("update public.scheduling_settings set clients_pick_times = false");
    const id = await createBooking();
    expect((await schedule(id)).status).toBe(403);
    // They can still propose one of the free times.
    expect((await fixture.call("client", "GET", `/api/client/bookings/${id}/free-times`)).status).toBe(200);
    expect((await schedule(await createBooking(), TEN, "administrator")).status).toBe(403);
  });
});

describe("an administrator", () => {
  test("approves a booking for a free host", async () => {
    const id = await createBooking();
    expect((await approve(id)).status).toBe(200);
    expect((await readBooking(id)).host_id).toBe(hostId);
  });

  test("sees the free times for a meeting of another length, with any host or with one", async () => {
    const { id: otherHostId } = await createHost({ pool: fixture.sql });
    await schedule(await createBooking({ meeting_minutes: 60, host_id: hostId }));
    const id = await createBooking({ meeting_minutes: 30 });
    const listTimes = async (query: string) => {
      const path = `/api/admin/bookings/${id}/free-times?from=2026-11-24&days=1&timeZone=UTC&${query}`;
      const { status, body } = await fixture.call("administrator", "GET", path);
      return { status, times: JSON.stringify(body) };
    };
    expect((await listTimes("minutes=120")).times).toContain(TEN);
    const ofHost = await listTimes(`minutes=120&hostId=${hostId}`);
    expect(ofHost.times).not.toContain(TEN);
    expect(ofHost.times).toContain(ELEVEN);
    expect(ofHost.times).not.toContain("2026-11-24T15:30:00.000Z");
    expect((await listTimes(`minutes=60&hostId=${hostId}`)).times).toContain("2026-11-24T15:30:00.000Z");
    expect((await listTimes(`minutes=120&hostId=${otherHostId}`)).times).toContain(TEN);
    for (const invalid of ["", "minutes=14", "minutes=481", "minutes=60&hostId=someone"]) {
      expect((await listTimes(invalid)).status).toBe(400);
    }
  });

  test("returns 404 for the free times of an unknown booking", async () => {
    const path = `/api/admin/bookings/${crypto.randomUUID()}/free-times?minutes=60`;
    expect(await fixture.call("administrator", "GET", path)).toMatchObject({
      status: 404,
      body: { code: "unknown_booking" },
    });
  });

  test("cannot schedule two meetings of a host at the same time, also at once", async () => {
    const ids = [await createBooking(), await createBooking()];
    const statuses = (await Promise.all(ids.map((id) => approve(id)))).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 409]);
    const pending = await createBooking();
    expect(await approve(pending)).toMatchObject({ status: 409, body: { code: "time_taken" } });
    expect((await readBooking(pending)).status).toBe("pending");
  });

  test("may schedule after the horizon, also with a check of the hours", async () => {
    const startsAt = "2027-06-01T10:00:00.000Z";
    expect((await schedule(await createBooking(), startsAt)).status).toBe(409);
    expect((await approve(await createBooking(), startsAt)).status).toBe(200);
    expect(await approve(await createBooking(), startsAt, { checksAvailability: true })).toMatchObject({
      status: 409,
      body: { code: "time_taken" },
    });
    const id = await createBooking();
    expect((await approve(id, "2027-06-01T11:00:00.000Z", { checksAvailability: true })).status).toBe(200);
    expect((await readBooking(id)).host_id).toBe(hostId);
  });

  test("cannot schedule in a year outside the supported range", async () => {
    expect((await approve(await createBooking(), "9999-12-31T23:59:59Z")).status).toBe(400);
    expect((await schedule(await createBooking(), "9999-12-31T23:59:59Z")).status).toBe(400);
  });

  test("may use times outside of the hours, unless availability is checked", async () => {
    const id = await createBooking();
    expect(await approve(id, SATURDAY_NIGHT, { checksAvailability: true })).toMatchObject({
      status: 409,
      body: { code: "outside_hours" },
    });
    expect((await approve(id, SATURDAY_NIGHT)).status).toBe(200);
  });

  test("may use blocked times, unless availability is checked", async () => {
    await fixture.sql.query(
      "insert into public.blocked_times (starts_at, ends_at) values ($1, $1::timestamptz + interval '1 hour')",
      [TEN],
    );
    const id = await createBooking();
    expect((await approve(id, TEN, { checksAvailability: true })).status).toBe(409);
    expect((await approve(id, TEN)).status).toBe(200);
  });

  test("chooses the host", async () => {
    const second = await createHost({ pool: fixture.sql });
    const id = await createBooking();
    await approve(id, TEN, { hostId: second.id });
    expect((await readBooking(id)).host_id).toBe(second.id);
    expect((await approve(await createBooking(), TEN, { hostId: second.id })).status).toBe(409);
    expect((await approve(await createBooking(), TEN, { hostId: crypto.randomUUID() })).status).toBe(409);
  });

  test("learns whether the chosen host or every host is unavailable", async () => {
    await approve(await createBooking());
    const id = await createBooking();
    const findError = async (input: object) => (await approve(id, TEN, input)).body.error;
    expect(await findError({ hostId })).toBe(
      "The host has another booking at this time. Choose another time or host.",
    );
    expect(await findError({ hostId: null })).toBe(
      "All hosts have other bookings at this time. Choose another time.",
    );
    const checksAvailability = true;
    expect(await findError({ hostId, checksAvailability })).toBe(
      "The host isn't available at this time. Choose another time or host.",
    );
    expect(await findError({ hostId: null, checksAvailability })).toBe(
      "No host is available at this time. Choose another time.",
    );
  });

  test("schedules without a host if there are none", async () => {
    await fixture.sql.query("update public.consultation_hosts set is_active = false");
    const id = await createBooking();
    expect((await approve(id)).status).toBe(200);
    expect((await readBooking(id)).host_id).toBeNull();
  });
});
