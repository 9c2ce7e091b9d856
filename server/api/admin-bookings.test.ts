import { randomUUID } from "node:crypto";
import { beforeAll, expect, test } from "vitest";
import { adminBookings } from "#server/api/admin-bookings.ts";
import { announceBookings } from "#server/jobs/announce-bookings.ts";
import { jobs } from "#server/jobs/queue.ts";
import { type ApiCallers, apiCallers } from "#tests/support/api-callers.ts";

const NOW = new Date("2027-01-04T09:00:00Z");
const TIME = { scheduledAt: "2027-01-05T10:00:00.000Z", timeZone: "UTC" };
let world: ApiCallers;

beforeAll(async () => {
  world = await apiCallers(adminBookings, () => NOW);
});

async function aBooking(): Promise<string> {
  const { rows } = await world.sql.query(
    `insert into public.service_bookings (client_id, service_type, preferred_start_date, project_description)
     values ($1, 'Other', '2027-02-01', 'Review our assistant.') returning id`,
    [world.clientA],
  );
  return rows[0].id;
}

async function stored(id: string) {
  const { rows } = await world.sql.query(
    "select status, scheduled_at, decline_reason from public.service_bookings where id = $1",
    [id],
  );
  return rows[0];
}

async function mails(key: string) {
  const { rows } = await world.sql.query(
    "select recipient, subject, body_text from private.mail_outbox where deduplication_key = $1",
    [key],
  );
  return rows;
}

const answer = (
  id: string,
  act: string,
  body: unknown,
  as: "administrator" | "client" | "visitor" = "administrator",
) => world.post(as, `/api/admin/bookings/${id}/${act}`, body);

test("an approved booking has its time, and the client's mail names it", async () => {
  const id = await aBooking();
  expect(await answer(id, "approve", TIME)).toEqual({ status: 200, body: { success: true } });
  expect(await stored(id)).toMatchObject({ status: "approved", scheduled_at: new Date(TIME.scheduledAt) });
  const [mail] = await mails(`booking-answered:${id}`);
  expect(mail.recipient).toBe(`${world.userA}@example.com`);
  expect(mail.body_text).toMatch(/We meet on Tuesday, January 5, 2027 at 10:00\sAM UTC/);
  const { rows } = await world.sql.query("select actor_id from public.audit_log where row_id = $1", [id]);
  expect(rows).toEqual([{ actor_id: world.administratorId }]);
});

test("a declined booking tells the client why", async () => {
  const id = await aBooking();
  await answer(id, "decline", { reason: "We are full until May." });
  expect(await stored(id)).toMatchObject({ status: "declined", decline_reason: "We are full until May." });
  expect((await mails(`booking-answered:${id}`))[0].body_text).toContain("We are full until May.");
});

test("of two answers at once one counts, and one mail is queued", async () => {
  const id = await aBooking();
  const answers = await Promise.all([answer(id, "approve", TIME), answer(id, "decline", { reason: "No." })]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(await mails(`booking-answered:${id}`)).toHaveLength(1);
});

test("a time that has passed, no reason and nonsense change nothing", async () => {
  const id = await aBooking();
  const wrong: [string, unknown][] = [
    ["approve", { ...TIME, scheduledAt: NOW.toISOString() }],
    ["approve", { ...TIME, timeZone: "Mars/Olympus" }],
    ["approve", "soon"],
    ["decline", { reason: " " }],
    ["decline", {}],
  ];
  for (const [act, body] of wrong) expect(await answer(id, act, body)).toMatchObject({ status: 400 });
  expect(await stored(id)).toMatchObject({ status: "pending" });
});

test("strangers are refused, and so is a booking nobody made", async () => {
  const id = await aBooking();
  for (const [act, body] of [
    ["approve", TIME],
    ["decline", { reason: "No." }],
  ] as const) {
    expect(await answer(id, act, body, "visitor")).toMatchObject({ status: 401 });
    expect(await answer(id, act, body, "client")).toMatchObject({ status: 403 });
    for (const unknown of [randomUUID(), "1"])
      expect(await answer(unknown, act, body)).toMatchObject({ status: 404 });
  }
  expect(await stored(id)).toMatchObject({ status: "pending" });
});

test("a new booking is mailed to firm and client once, however often the job looks", async () => {
  const id = await aBooking();
  const config = { publicUrl: "https://firm.example", mail: { contactTo: "desk@firm.example" } };
  const job = announceBookings({ database: world.database, jobs, config } as Parameters<
    typeof announceBookings
  >[0]);
  await job({});
  await job({});
  expect(await mails(`booking-made:${id}`)).toMatchObject([{ recipient: "desk@firm.example" }]);
  expect(await mails(`booking-received:${id}`)).toMatchObject([{ recipient: `${world.userA}@example.com` }]);
});
