import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { beforeEach, describe, expect, test } from "vitest";
import { createBookingRoutes } from "#server/api/admin/bookings.ts";
import { createOwnBookingRoutes } from "#server/api/client/bookings.ts";
import { createAdminGroup, createClientGroup } from "#server/api/route-groups.ts";
import { createAnnounceBookingsJob } from "#server/jobs/email/announce-bookings.ts";
import { jobs } from "#server/jobs/queue/queue.ts";
import { type ApiEnvironment, createRouteEnvironment } from "#tests/support/product/api-environment.ts";
import { insertRow } from "#tests/support/records/insert-row.ts";

const NOW = new Date();
const daysFromNow = (days: number) => new Date(NOW.getTime() + days * 86_400_000).toISOString();
const MEETING = {
  scheduledAt: daysFromNow(3),
  timeZone: "UTC",
  meetingMinutes: 45,
  meetingUrl: "https://meet.firm.example/1",
};

let fixture: ApiEnvironment;
beforeEach(async () => {
  fixture = await createRouteEnvironment(
    (services) =>
      new Hono()
        .route("/", createClientGroup(services).route("/", createOwnBookingRoutes(services)))
        .route("/", createAdminGroup(services).route("/", createBookingRoutes(services))),
    { now: () => NOW },
  );
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
const createMeeting = (columns: object = {}) =>
  createBooking({ status: "approved", scheduled_at: daysFromNow(2), ...columns });
const cancel = (id: string, as: "client" | "administrator" | "visitor" = "client") =>
  fixture.post(as, `/api/client/bookings/${id}/cancel`, {});
const propose = (id: string, body: unknown, as: "client" | "administrator" | "visitor" = "client") =>
  fixture.post(as, `/api/client/bookings/${id}/propose-time`, body);
const reschedule = (id: string, body: unknown = MEETING, as: "client" | "administrator" = "administrator") =>
  fixture.post(as, `/api/admin/bookings/${id}/reschedule`, body);
const withdraw = (id: string, as: "client" | "administrator" | "visitor" = "client") =>
  fixture.call(as, "DELETE", `/api/client/bookings/${id}/proposed-time`);
const cancelMeeting = (
  id: string,
  body: unknown = { reason: "Our lead is out sick." },
  as: "client" | "administrator" | "visitor" = "administrator",
) => fixture.post(as, `/api/admin/bookings/${id}/cancel-meeting`, body);
const PROPOSAL = { proposedAt: daysFromNow(5), note: "Or the day after." };

async function readBooking(id: string) {
  const { rows } = await fixture.sql.query(
    `select status, scheduled_at, meeting_minutes, meeting_url, calendar_sequence, proposed_at, proposal_note,
            cancelled_at is not null as is_cancelled
       from public.service_bookings where id = $1`,
    [id],
  );
  return rows[0];
}

async function announceTwice() {
  const config = { publicUrl: "https://firm.example", email: { contactTo: "desk@firm.example" } };
  const job = createAnnounceBookingsJob({ database: fixture.database, jobs, config } as Parameters<
    typeof createAnnounceBookingsJob
  >[0]);
  await job({});
  await job({});
  const { rows } = await fixture.sql.query(
    "select kind, recipient, subject, body_text, body_blocks from private.email_outbox order by created_at, kind, recipient",
  );
  return rows;
}

describe("cancelling", () => {
  test("a pending request emails the firm once, if the request was announced", async () => {
    const id = await createBooking();
    await announceTwice();
    const unannounced = await createBooking();
    for (const booking of [id, unannounced]) {
      expect(await cancel(booking)).toEqual({ status: 200, body: { success: true } });
      expect(await readBooking(booking)).toMatchObject({
        status: "cancelled",
        is_cancelled: true,
        calendar_sequence: 0,
      });
    }
    const emails = await announceTwice();
    expect(emails.filter(({ kind }) => kind === "booking-cancelled")).toMatchObject([
      { recipient: "desk@firm.example", body_text: expect.stringContaining("canceled this request") },
    ]);
  });

  test("a meeting removes it from the client's calendar", async () => {
    const id = await createBooking();
    await announceTwice();
    await fixture.post("administrator", `/api/admin/bookings/${id}/approve`, MEETING);
    expect(await cancel(id)).toMatchObject({ status: 200 });
    const emails = (await announceTwice()).filter(({ kind }) => kind === "booking-cancelled");
    expect(emails.map(({ recipient }) => recipient).sort()).toEqual(
      [`${fixture.userA}@example.com`, "desk@firm.example"].sort(),
    );
    const toClient = emails.find(({ recipient }) => recipient !== "desk@firm.example");
    expect(toClient.body_blocks).toContainEqual(
      expect.objectContaining({
        type: "calendar",
        isCancelled: true,
        meeting: expect.objectContaining({ id, calendar_sequence: 1, meeting_minutes: 45 }),
      }),
    );
  });

  test.each([
    [
      "a meeting that was approved before the request was announced",
      { status: "approved", scheduled_at: daysFromNow(2) },
      2,
    ],
    [
      "a request whose announcement was deleted after its retention period",
      { created_at: daysFromNow(-90) },
      1,
    ],
  ])("%s is announced", async (_case, columns, emailCount) => {
    await cancel(await createBooking(columns));
    const emails = await announceTwice();
    expect(emails.map(({ kind }) => kind)).toEqual(Array(emailCount).fill("booking-cancelled"));
  });

  test.each([
    ["declined", {}],
    ["completed", {}],
    ["in_progress", {}],
    ["cancelled", {}],
    ["approved", { scheduled_at: daysFromNow(-1) }],
    ["approved", {}],
  ])("is rejected for a booking that is %s with %j", async (status, columns) => {
    const id = await createBooking({ status, ...columns });
    const before = await readBooking(id);
    expect(await cancel(id)).toMatchObject({ status: 409, body: { code: "too_late" } });
    expect(await readBooking(id)).toEqual(before);
  });

  test("and approving at the same time leaves one of them in effect", async () => {
    const id = await createBooking();
    const [approval, cancellation] = await Promise.all([
      fixture.post("administrator", `/api/admin/bookings/${id}/approve`, MEETING),
      cancel(id),
    ]);
    // A client can also cancel the meeting that was just approved.
    expect(cancellation.status).toBe(200);
    expect([200, 409]).toContain(approval.status);
    expect(await readBooking(id)).toMatchObject({ status: "cancelled" });
  });

  test("is rejected for other callers and unknown bookings", async () => {
    const id = await createBooking({ client_id: fixture.clientB });
    expect(await cancel(id, "visitor")).toMatchObject({ status: 401 });
    for (const unknown of [id, randomUUID(), "1"]) {
      expect(await cancel(unknown)).toMatchObject({ status: 404, body: { code: "unknown_booking" } });
    }
    expect(await cancel(await createBooking(), "administrator")).toMatchObject({ status: 403 });
    expect(await readBooking(id)).toMatchObject({ status: "pending" });
  });
});

describe("an administrator who cancels a meeting", () => {
  test("emails the client the reason and a file that removes it from the calendar", async () => {
    const id = await createMeeting({
      calendar_sequence: 2,
      proposed_at: daysFromNow(4),
      proposal_note: "Or later.",
    });
    expect(await cancelMeeting(id)).toEqual({ status: 200, body: { success: true } });
    expect(await readBooking(id)).toMatchObject({
      status: "cancelled",
      calendar_sequence: 3,
      proposed_at: null,
      proposal_note: "",
      // Set only if the client cancelled, because then the firm is emailed.
      is_cancelled: false,
    });
    const emails = await announceTwice();
    expect(emails).toMatchObject([
      {
        kind: "booking-cancelled",
        recipient: `${fixture.userA}@example.com`,
        subject: expect.stringMatching(/^Canceled: your meeting/),
        body_text: expect.stringContaining("Our lead is out sick."),
      },
    ]);
    expect(emails[0].body_blocks).toContainEqual(
      expect.objectContaining({
        type: "calendar",
        isCancelled: true,
        meeting: expect.objectContaining({ id, calendar_sequence: 3 }),
      }),
    );
  });

  test("is rejected without a reason, and for bookings without an upcoming meeting", async () => {
    const id = await createMeeting();
    for (const body of [{ reason: " " }, {}, null, { reason: "x".repeat(1001) }]) {
      expect(await cancelMeeting(id, body)).toMatchObject({ status: 400 });
    }
    expect(await cancelMeeting(id, undefined, "client")).toMatchObject({ status: 403 });
    expect(await cancelMeeting(id, undefined, "visitor")).toMatchObject({ status: 401 });
    for (const other of [
      await createBooking(),
      await createMeeting({ status: "completed" }),
      await createMeeting({ scheduled_at: daysFromNow(-1) }),
    ]) {
      expect(await cancelMeeting(other)).toMatchObject({ status: 409, body: { code: "no_meeting" } });
    }
    expect(await cancelMeeting(randomUUID())).toMatchObject({ status: 404 });
    expect(await readBooking(id)).toMatchObject({ status: "approved" });
    expect(await announceTwice()).not.toContainEqual(expect.objectContaining({ kind: "booking-cancelled" }));
  });

  test("and a client who cancels it at the same time send one email to the client", async () => {
    const id = await createMeeting();
    const responses = await Promise.all([cancelMeeting(id), cancel(id)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    const emails = await announceTwice();
    expect(emails.filter(({ recipient }) => recipient !== "desk@firm.example")).toHaveLength(1);
  });
});

describe("withdrawing a proposal", () => {
  test("keeps the meeting's time and emails the firm, if the proposal was announced", async () => {
    const [announced, unannounced] = [await createMeeting(), await createMeeting()];
    await propose(announced, PROPOSAL);
    await announceTwice();
    await propose(unannounced, PROPOSAL);
    for (const id of [announced, unannounced]) {
      expect(await withdraw(id)).toEqual({ status: 200, body: { success: true } });
      expect(await readBooking(id)).toMatchObject({
        status: "approved",
        scheduled_at: new Date(daysFromNow(2)),
        proposed_at: null,
        proposal_note: "",
      });
    }
    const emails = await announceTwice();
    expect(emails.filter(({ subject }) => subject.includes("withdrew"))).toMatchObject([
      {
        recipient: "desk@firm.example",
        body_text: expect.stringContaining("The meeting stays at its current time."),
      },
    ]);
  });

  test("is rejected without an open proposal, and for other callers", async () => {
    const id = await createMeeting();
    expect(await withdraw(id)).toMatchObject({ status: 409, body: { code: "already_answered" } });
    const foreign = await createMeeting({ client_id: fixture.clientB, proposed_at: daysFromNow(4) });
    expect(await withdraw(foreign)).toMatchObject({ status: 404 });
    expect(await withdraw(foreign, "administrator")).toMatchObject({ status: 403 });
    expect(await withdraw(foreign, "visitor")).toMatchObject({ status: 401 });
    expect(await readBooking(foreign)).toMatchObject({ proposed_at: new Date(daysFromNow(4)) });
  });
});

describe("proposing another time", () => {
  test("stores and announces the proposal, and keeps the meeting's time", async () => {
    const id = await createMeeting();
    expect(await propose(id, PROPOSAL)).toEqual({ status: 200, body: { success: true } });
    expect(await readBooking(id)).toMatchObject({
      status: "approved",
      scheduled_at: new Date(daysFromNow(2)),
      proposed_at: new Date(PROPOSAL.proposedAt),
      proposal_note: PROPOSAL.note,
    });
    expect(await announceTwice()).toMatchObject([
      {
        kind: "booking-changed",
        recipient: "desk@firm.example",
        body_text: expect.stringContaining(PROPOSAL.note),
      },
    ]);
  });

  test("is limited to once per minute", async () => {
    const id = await createMeeting();
    await propose(id, PROPOSAL);
    expect(await propose(id, { proposedAt: daysFromNow(6) })).toMatchObject({
      status: 429,
      body: { code: "rate_limited" },
    });
    await fixture.sql.query(
      "update public.service_bookings set proposal_made_at = proposal_made_at - interval '61 seconds'",
    );
    expect(await propose(id, { proposedAt: daysFromNow(6) })).toMatchObject({ status: 200 });
    expect(await readBooking(id)).toMatchObject({
      proposed_at: new Date(daysFromNow(6)),
      proposal_note: "",
    });
    expect(await announceTwice()).toHaveLength(1);
  });

  test("is rejected for past times, invalid input, and bookings without an upcoming meeting", async () => {
    const id = await createMeeting();
    for (const body of [
      { proposedAt: NOW.toISOString() },
      { proposedAt: "soon" },
      { ...PROPOSAL, note: "x".repeat(1001) },
      null,
    ]) {
      expect(await propose(id, body)).toMatchObject({ status: 400 });
    }
    for (const other of [
      await createBooking(),
      await createMeeting({ scheduled_at: daysFromNow(-1) }),
      await createMeeting({ status: "completed" }),
    ]) {
      expect(await propose(other, PROPOSAL)).toMatchObject({ status: 409, body: { code: "too_late" } });
    }
    for (const unknown of [await createMeeting({ client_id: fixture.clientB }), randomUUID(), "1"]) {
      expect(await propose(unknown, PROPOSAL)).toMatchObject({ status: 404 });
    }
    expect(await propose(id, PROPOSAL, "visitor")).toMatchObject({ status: 401 });
    expect(await propose(id, PROPOSAL, "administrator")).toMatchObject({ status: 403 });
    const { rows } = await fixture.sql.query(
      "select id from public.service_bookings where proposed_at is not null",
    );
    expect(rows).toEqual([]);
  });
});

describe("rescheduling", () => {
  test("answers the proposal and emails the client a newer version of the event each time", async () => {
    const id = await createMeeting();
    await propose(id, PROPOSAL);
    expect(await reschedule(id, { ...MEETING, answeredProposal: PROPOSAL.proposedAt })).toEqual({
      status: 200,
      body: { success: true },
    });
    expect(await readBooking(id)).toMatchObject({
      status: "approved",
      scheduled_at: new Date(MEETING.scheduledAt),
      meeting_minutes: 45,
      meeting_url: MEETING.meetingUrl,
      calendar_sequence: 1,
      proposed_at: null,
      proposal_note: "",
    });
    await reschedule(id, { ...MEETING, meetingUrl: "", meetingMinutes: 60 });
    expect(await readBooking(id)).toMatchObject({ meeting_url: null, calendar_sequence: 2 });
    const emails = await announceTwice();
    expect(emails.map(({ recipient }) => recipient)).toEqual([
      `${fixture.userA}@example.com`,
      `${fixture.userA}@example.com`,
    ]);
    expect(emails[0].body_text).toContain(
      "Duration: 45 minutes\nWhere: Video call (https://meet.firm.example/1)",
    );
    expect(emails[1].body_text).not.toContain("Video call");
  });

  test.each([
    ["another proposal", daysFromNow(4)],
    ["no proposal", null],
  ])("keeps a proposal that the administrator has not seen (seen: %s)", async (_seen, answeredProposal) => {
    const id = await createMeeting();
    await propose(id, PROPOSAL);
    expect(await reschedule(id, { ...MEETING, answeredProposal })).toMatchObject({ status: 200 });
    expect(await readBooking(id)).toMatchObject({
      scheduled_at: new Date(MEETING.scheduledAt),
      proposed_at: new Date(PROPOSAL.proposedAt),
      proposal_note: PROPOSAL.note,
    });
    expect((await announceTwice()).filter(({ recipient }) => recipient === "desk@firm.example")).toHaveLength(
      1,
    );
  });

  test("is rejected, and sends no email, if the client cancels at the same time", async () => {
    const id = await createMeeting();
    const cancelling = await fixture.sql.connect();
    await cancelling.query("begin");
    await cancelling.query("update public.service_bookings set status = 'cancelled' where id = $1", [id]);
    const response = reschedule(id);
    const blockedQueries =
      "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'";
    await expect.poll(async () => (await fixture.sql.query(blockedQueries)).rowCount).toBe(1);
    await cancelling.query("commit");
    cancelling.release();
    expect(await response).toMatchObject({ status: 409, body: { code: "no_meeting" } });
    expect(await readBooking(id)).toMatchObject({ status: "cancelled", calendar_sequence: 0 });
    expect(await announceTwice()).toEqual([]);
  });

  test("is rejected for clients, past times, invalid links and bookings without a meeting", async () => {
    const id = await createMeeting();
    expect(await reschedule(id, MEETING, "client")).toMatchObject({ status: 403 });
    for (const change of [
      { scheduledAt: NOW.toISOString() },
      { meetingUrl: "http://meet.firm.example" },
      { meetingMinutes: 0 },
      { answeredProposal: "soon" },
    ]) {
      expect(await reschedule(id, { ...MEETING, ...change })).toMatchObject({ status: 400 });
    }
    expect(await reschedule(await createBooking())).toMatchObject({
      status: 409,
      body: { code: "no_meeting" },
    });
    expect(await reschedule(randomUUID())).toMatchObject({ status: 404 });
    expect(await readBooking(id)).toMatchObject({ calendar_sequence: 0 });
  });
});

test("suspended clients and sessions without the second factor can neither cancel nor propose", async () => {
  const id = await createMeeting();
  const before = await readBooking(id);
  const expectRejections = async () => {
    expect(await cancel(id)).toMatchObject({ status: 403 });
    expect(await propose(id, PROPOSAL)).toMatchObject({ status: 403 });
    const claims = {
      sub: fixture.userA,
      role: "authenticated",
      aal: "aal1",
      app_metadata: { role: "client" },
    };
    const [row] = await fixture.database.asCaller(claims, (query) =>
      query("select endpoints.cancel_booking($1) as outcome", [id]),
    );
    expect(row?.outcome).toBe("unknown");
    expect(await readBooking(id)).toEqual(before);
  };
  await fixture.sql.query("update public.clients set status = 'suspended'");
  await expectRejections();
  await fixture.sql.query("update public.clients set status = 'active'");
  await fixture.sql.query(
    `insert into auth.mfa_factors (id, user_id, factor_type, status, created_at, updated_at)
     values ($1, $2, 'totp', 'verified', now(), now())`,
    [randomUUID(), fixture.userA],
  );
  await expectRejections();
});

test("clients cannot change the new columns directly", async () => {
  const id = await createMeeting();
  await expect(
    fixture.sql.query(
      `begin; set local role authenticated; update public.service_bookings set meeting_url = null where id = '${id}'; commit`,
    ),
  ).rejects.toThrow(/permission denied/);
  await fixture.sql.query("rollback");
});

test.each([
  ["meeting_url", "http://firm.example"],
  ["meeting_url", "https://firm.example/a b"],
  ["meeting_minutes", 14],
  ["meeting_minutes", 481],
  ["proposed_at", "infinity"],
])("the database rejects %s %j", async (column, value) => {
  await expect(createMeeting({ [column]: value })).rejects.toThrow(/check constraint/);
});
