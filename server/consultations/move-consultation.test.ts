import { beforeEach, describe, expect, test } from "vitest";
import {
  type ConsultationEnvironment,
  createConsultationEnvironment,
} from "#tests/support/product/consultation-environment.ts";
import { createHost } from "#tests/support/records/host.ts";

const EMAIL = "ada@visitor.example";
const TEN = "2026-11-24T10:00:00.000Z";
const ELEVEN = "2026-11-24T11:00:00.000Z";

let firm: ConsultationEnvironment;
let token: string;
beforeEach(async () => {
  firm = await createConsultationEnvironment();
  token = await firm.bookAndConfirm(TEN, EMAIL);
});

const readConsultation = async () => {
  const { rows } = await firm.sql.query("select * from public.consultations where email = $1", [EMAIL]);
  return rows[0];
};
const move = async (body: object, as: "administrator" | "client" = "administrator") =>
  firm.post(as, `/api/admin/consultations/${(await readConsultation()).id}/reschedule`, body);
const listNewEmails = async () =>
  (await firm.listEmails()).filter(
    ({ kind, subject }) => kind !== "consultation-held" && !/booked|^Consultation with/.test(subject),
  );

test("moves the consultation, and emails the reason with an updated invitation and a new link", async () => {
  expect((await move({ startsAt: ELEVEN, reason: "Maya is ill." })).status).toBe(200);
  const { starts_at, ends_at, previous_starts, visitor_changes, calendar_sequence, host_id } =
    await readConsultation();
  expect({ starts_at, ends_at, previous_starts, visitor_changes, calendar_sequence, host_id }).toEqual({
    starts_at: new Date(ELEVEN),
    ends_at: new Date("2026-11-24T11:30:00Z"),
    previous_starts: [new Date(TEN)],
    visitor_changes: 0,
    calendar_sequence: 1,
    host_id: firm.hostId,
  });
  const emails = await listNewEmails();
  expect(emails.map(({ kind }) => kind).sort()).toEqual([
    "consultation-for-host",
    "consultation-rescheduled",
  ]);
  const toVisitor = emails.find(({ recipient }) => recipient === EMAIL);
  expect(toVisitor?.body_text).toContain("We had to reschedule your consultation");
  expect(toVisitor?.body_text).toContain("Maya is ill.");
  for (const { body_blocks } of emails) {
    const invitation = body_blocks.find(({ type }) => type === "invitation");
    expect(invitation).toMatchObject({ method: "REQUEST", event: { sequence: 1 } });
  }
  const link = await firm.readToken(EMAIL);
  expect(link).not.toBe(token);
  const { body } = await firm.call("visitor", "GET", `/api/consultations/${link}`);
  expect(body).toMatchObject({ startsAt: ELEVEN, actions: { canReschedule: true, changesLeft: 5 } });
});

test("frees the earlier time and reserves the new one", async () => {
  await move({ startsAt: ELEVEN });
  expect((await firm.book(ELEVEN)).status).toBe(409);
  expect((await firm.book(TEN)).status).toBe(200);
});

test("records the administrator in the audit log", async () => {
  await move({ startsAt: ELEVEN });
  const { rows } = await firm.sql.query(
    "select actor from public.audit_log where table_name = 'consultations' order by at desc limit 1",
  );
  expect(rows).toEqual([{ actor: expect.stringContaining(firm.administratorId) }]);
});

describe("another host", () => {
  test("takes the consultation, and the first one's invitation is canceled", async () => {
    const second = await createHost({ pool: firm.sql }, { name: "Daniel Reyes" });
    expect((await move({ startsAt: TEN, hostId: second.id })).status).toBe(200);
    expect((await readConsultation()).host_id).toBe(second.id);
    const toHosts = (await firm.listEmails()).filter(({ kind }) => kind === "consultation-for-host");
    const methods = toHosts.flatMap(({ recipient, body_blocks }) =>
      body_blocks.filter(({ type }) => type === "invitation").map(({ method }) => [recipient, method]),
    );
    expect(methods).toContainEqual([second.email, "REQUEST"]);
    expect(methods.filter(([, method]) => method === "CANCEL")).toHaveLength(1);
  });

  test("is chosen if the current one is busy, and listed times are those of the host", async () => {
    const second = await createHost({ pool: firm.sql });
    await firm.sql.query(
      "insert into public.blocked_times (host_id, starts_at, ends_at) values ($1, $2, $2::timestamptz + interval '30 minutes')",
      [firm.hostId, ELEVEN],
    );
    const { id } = await readConsultation();
    const listTimes = async (hostId: string) => {
      const path = `/api/admin/consultations/${id}/free-times?from=2026-11-24&days=1&timeZone=UTC&hostId=${hostId}`;
      const { body } = await firm.call("administrator", "GET", path);
      return JSON.stringify(body.days);
    };
    expect(await listTimes(second.id)).toContain(ELEVEN);
    expect(await listTimes(firm.hostId)).not.toContain(ELEVEN);
    // Its own time does not block it.
    expect(await listTimes(firm.hostId)).toContain(TEN);
    await move({ startsAt: ELEVEN });
    expect((await readConsultation()).host_id).toBe(second.id);
  });
});

test("returns 404 for the free times of an unknown consultation", async () => {
  const path = `/api/admin/consultations/${crypto.randomUUID()}/free-times`;
  expect(await firm.call("administrator", "GET", path)).toMatchObject({
    status: 404,
    body: { code: "unknown_consultation" },
  });
});

describe("rejects", () => {
  const expectRejected = async (body: object, status: number, code: string) => {
    expect(await move(body)).toMatchObject({ status, body: { code } });
    expect((await readConsultation()).starts_at).toEqual(new Date(TEN));
    expect(await listNewEmails()).toEqual([]);
  };

  test("a time of another booking, also if availability is not checked", async () => {
    await firm.book(ELEVEN);
    await expectRejected({ startsAt: ELEVEN }, 409, "time_taken");
    await expectRejected({ startsAt: ELEVEN, checksAvailability: false }, 409, "time_taken");
  });

  test("a time outside of the hours, unless availability is not checked", async () => {
    const startsAt = "2026-11-24T19:00:00.000Z";
    await expectRejected({ startsAt }, 409, "outside_hours");
    expect((await move({ startsAt, checksAvailability: false })).status).toBe(200);
  });

  test.each([
    ["the current time", TEN, 409, "same_time"],
    ["a time in the past", "2026-11-23T07:30:00.000Z", 409, "in_past"],
    ["text that is no time", "soon", 400, "invalid_input"],
  ])("%s", async (_, startsAt, status, code) => {
    await expectRejected({ startsAt }, status, code);
  });

  test("a consultation that was canceled or has started", async () => {
    firm.clock.now = new Date(TEN);
    await expectRejected({ startsAt: ELEVEN }, 409, "not_upcoming");
    firm.clock.now = new Date("2026-11-23T08:00:00Z");
    await firm.postJson(`/api/consultations/${token}/cancel`, {});
    expect(await move({ startsAt: ELEVEN })).toMatchObject({ status: 409, body: { code: "not_upcoming" } });
  });

  test("an unknown consultation, and callers who are not administrators", async () => {
    const path = `/api/admin/consultations/${crypto.randomUUID()}/reschedule`;
    expect((await firm.post("administrator", path, { startsAt: ELEVEN })).status).toBe(404);
    expect((await move({ startsAt: ELEVEN }, "client")).status).toBe(403);
  });
});

test("a visitor and an administrator who move it at once: one of them sees the other's change", async () => {
  const [byFirm, byVisitor] = await Promise.all([
    move({ startsAt: ELEVEN }),
    firm.postJson(`/api/consultations/${token}/reschedule`, { startsAt: "2026-11-24T12:00:00.000Z" }),
  ]);
  const { calendar_sequence, previous_starts } = await readConsultation();
  const changes = [byFirm, byVisitor].filter(({ status }) => status === 200).length;
  expect(calendar_sequence).toBe(changes);
  expect(previous_starts).toHaveLength(changes);
});
