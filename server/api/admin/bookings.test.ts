import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { createBookingRoutes } from "#server/api/admin/bookings.ts";
import { createAnnounceBookingsJob } from "#server/jobs/email/announce-bookings.ts";
import { jobs } from "#server/jobs/queue/queue.ts";
import { type ApiEnvironment, createApiEnvironment } from "#tests/support/product/api-environment.ts";

const NOW = new Date("2027-01-04T09:00:00Z");
const MEETING_TIME = { scheduledAt: "2027-01-05T10:00:00.000Z", timeZone: "UTC" };
let fixture: ApiEnvironment;

beforeAll(async () => {
  fixture = await createApiEnvironment(createBookingRoutes, () => NOW);
});

async function createBooking(): Promise<string> {
  const { rows } = await fixture.sql.query(
    `insert into public.service_bookings (client_id, service_type, preferred_start_date, project_description)
     values ($1, 'Other', '2027-02-01', 'Review our assistant.') returning id`,
    [fixture.clientA],
  );
  return rows[0].id;
}

async function readBooking(id: string) {
  const { rows } = await fixture.sql.query(
    "select status, scheduled_at, decline_reason from public.service_bookings where id = $1",
    [id],
  );
  return rows[0];
}

async function readEmails(key: string) {
  const { rows } = await fixture.sql.query(
    "select recipient, subject, body_text from private.email_outbox where deduplication_key = $1",
    [key],
  );
  return rows;
}

const decide = (
  id: string,
  action: string,
  body: unknown,
  as: "administrator" | "client" | "visitor" = "administrator",
) => fixture.post(as, `/api/admin/bookings/${id}/${action}`, body);

test("stores the meeting time when a booking is approved and emails it to the client", async () => {
  const id = await createBooking();
  expect(await decide(id, "approve", MEETING_TIME)).toEqual({ status: 200, body: { success: true } });
  expect(await readBooking(id)).toMatchObject({
    status: "approved",
    scheduled_at: new Date(MEETING_TIME.scheduledAt),
  });
  const [mail] = await readEmails(`booking-answered:${id}`);
  expect(mail.recipient).toBe(`${fixture.userA}@example.com`);
  expect(mail.body_text).toMatch(/Time: Tuesday, January 5, 2027 at 10:00\sAM UTC/);
  const { rows } = await fixture.sql.query("select actor_id from public.audit_log where row_id = $1", [id]);
  expect(rows).toEqual([{ actor_id: fixture.administratorId }]);
});

test("emails the reason for declining a booking to the client", async () => {
  const id = await createBooking();
  await decide(id, "decline", { reason: "We are full until May." });
  expect(await readBooking(id)).toMatchObject({
    status: "declined",
    decline_reason: "We are full until May.",
  });
  expect((await readEmails(`booking-answered:${id}`))[0].body_text).toContain("We are full until May.");
});

test("accepts one of two concurrent decisions and queues one email", async () => {
  const id = await createBooking();
  const responses = await Promise.all([
    decide(id, "approve", MEETING_TIME),
    decide(id, "decline", { reason: "No." }),
  ]);
  expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await readEmails(`booking-answered:${id}`)).toHaveLength(1);
});

test("rejects a past time, a missing reason and invalid input", async () => {
  const id = await createBooking();
  const invalidInputs: [string, unknown][] = [
    ["approve", { ...MEETING_TIME, scheduledAt: NOW.toISOString() }],
    ["approve", { ...MEETING_TIME, timeZone: "Mars/Olympus" }],
    ["approve", "soon"],
    ["decline", { reason: " " }],
    ["decline", {}],
  ];
  for (const [action, body] of invalidInputs) {
    expect(await decide(id, action, body)).toMatchObject({ status: 400 });
  }
  expect(await readBooking(id)).toMatchObject({ status: "pending" });
});

test("rejects unauthorized callers and unknown bookings", async () => {
  const id = await createBooking();
  for (const [action, body] of [
    ["approve", MEETING_TIME],
    ["decline", { reason: "No." }],
  ] as const) {
    expect(await decide(id, action, body, "visitor")).toMatchObject({ status: 401 });
    expect(await decide(id, action, body, "client")).toMatchObject({ status: 403 });
    for (const unknown of [randomUUID(), "1"]) {
      expect(await decide(unknown, action, body)).toMatchObject({ status: 404 });
    }
  }
  expect(await readBooking(id)).toMatchObject({ status: "pending" });
});

test("emails a new booking to the firm and the client only once, even if the job runs again", async () => {
  const id = await createBooking();
  const config = { publicUrl: "https://firm.example", email: { contactTo: "desk@firm.example" } };
  const job = createAnnounceBookingsJob({ database: fixture.database, jobs, config } as Parameters<
    typeof createAnnounceBookingsJob
  >[0]);
  await job({});
  await job({});
  expect(await readEmails(`booking-made:${id}`)).toMatchObject([{ recipient: "desk@firm.example" }]);
  expect(await readEmails(`booking-received:${id}`)).toMatchObject([
    { recipient: `${fixture.userA}@example.com` },
  ]);
});
