import ICAL from "ical.js";
import { beforeEach, describe, expect, test } from "vitest";
import { createRemindOfConsultationsJob } from "#server/jobs/consultations/remind-of-consultations.ts";
import { jobs } from "#server/jobs/queue/queue.ts";
import { eraseExpiredInquiries, eraseInquiriesByEmail } from "#server/privacy/erase-inquiries.ts";
import {
  type ConsultationEnvironment,
  createConsultationEnvironment,
} from "#tests/support/product/consultation-environment.ts";
import { createHost } from "#tests/support/records/host.ts";

const TEN = "2026-11-24T10:00:00.000Z";
const HALF_PAST_TEN = "2026-11-24T10:30:00.000Z";
const ELEVEN = "2026-11-24T11:00:00.000Z";
const EMAIL = "ada@visitor.example";
const MINUTE = 60_000;

let firm: ConsultationEnvironment;
beforeEach(async () => {
  firm = await createConsultationEnvironment();
});

const act = (token: string, action: string, body: object = {}) =>
  firm.postJson(`/api/consultations/${token}/${action}`, body);
const show = (token: string) => firm.call("visitor", "GET", `/api/consultations/${token}`);
const advance = (minutes: number) => {
  firm.clock.now = new Date(firm.clock.now.getTime() + minutes * MINUTE);
};
const readConsultation = async () => {
  const { rows } = await firm.sql.query(
    "select * from public.consultations order by created_at desc limit 1",
  );
  return rows[0];
};
const listKinds = async () => (await firm.listEmails()).map(({ kind, recipient }) => `${kind} ${recipient}`);
const hold = async (startsAt = TEN) => {
  await firm.book(startsAt, { email: EMAIL });
  return firm.readToken(EMAIL);
};

describe("confirming", () => {
  test("stores an inquiry without a deadline, and emails the visitor and the host", async () => {
    const token = await hold();
    expect(await act(token, "confirm")).toMatchObject({
      status: 200,
      body: { consultation: { status: "confirmed", meetingUrl: "https://meet.firm.example/maya" } },
    });
    const { rows } = await firm.sql.query(
      "select name, email, message, status, source, replied_at from public.contact_inquiries",
    );
    expect(rows).toEqual([
      {
        name: "Ada Byron",
        email: EMAIL,
        message: "Our assistant calls tools.",
        status: "replied",
        source: "consultation",
        replied_at: firm.clock.now,
      },
    ]);
    const [, confirmed, forHost] = await firm.listEmails();
    expect([confirmed?.kind, confirmed?.recipient]).toEqual(["consultation-confirmed", EMAIL]);
    expect(forHost?.kind).toBe("consultation-for-host");
    // The time is shown in the visitor's time zone, and in the firm's for the host.
    expect(confirmed?.body_text.replaceAll(/\s/g, " ")).toContain(
      "3:45 PM Kathmandu time Time zone: Nepal Time (Kathmandu)",
    );
    expect(forHost?.body_text.replaceAll(/\s/g, " ")).toContain("10:00 AM UTC");
  });

  test("twice has no further effect", async () => {
    const token = await hold();
    await act(token, "confirm");
    expect((await act(token, "confirm")).status).toBe(200);
    expect(await firm.listEmails()).toHaveLength(3);
  });

  test("an email scanner that opens the link changes nothing", async () => {
    const token = await hold();
    expect(await show(token)).toMatchObject({ status: 200, body: { status: "held", meetingUrl: null } });
    expect((await readConsultation()).status).toBe("held");
  });

  test("an expired hold is confirmed if its time is still free", async () => {
    const token = await hold();
    advance(45);
    expect(await show(token)).toMatchObject({ body: { actions: { canConfirm: true } } });
    expect(await act(token, "confirm")).toMatchObject({ body: { consultation: { status: "confirmed" } } });
  });

  test("an expired hold whose time is taken gets other times, and can be moved", async () => {
    const token = await hold();
    advance(45);
    await firm.book(TEN);
    const response = await act(token, "confirm");
    expect([response.status, response.body.code]).toEqual([409, "time_taken"]);
    expect(response.body.freeTimes).toContain(HALF_PAST_TEN);
    expect(await act(token, "reschedule", { startsAt: HALF_PAST_TEN })).toMatchObject({
      body: { consultation: { status: "confirmed", startsAt: HALF_PAST_TEN } },
    });
  });

  test("links the only client with this address", async () => {
    const { rows } = await firm.sql.query("select account.email from public.users as account where id = $1", [
      firm.userA,
    ]);
    await firm.bookAndConfirm(TEN, rows[0].email);
    expect((await readConsultation()).client_id).toBe(firm.clientA);
  });

  test("an address has at most two consultations", async () => {
    for (const startsAt of [TEN, ELEVEN]) {
      await act(await hold(startsAt), "confirm");
    }
    const response = await act(await hold("2026-11-24T12:00:00Z"), "confirm");
    expect([response.status, response.body.code]).toEqual([409, "too_many_consultations"]);
  });
});

describe("rescheduling", () => {
  test("to the same time is rejected and sends no email", async () => {
    const token = await firm.bookAndConfirm(TEN, EMAIL);
    const before = (await firm.listEmails()).length;
    expect(await act(token, "reschedule", { startsAt: TEN })).toMatchObject({
      status: 409,
      body: { code: "same_time" },
    });
    expect(await firm.listEmails()).toHaveLength(before);
  });

  test("is possible 5 times", async () => {
    const token = await firm.bookAndConfirm(TEN, EMAIL);
    for (const startsAt of [ELEVEN, TEN, ELEVEN, TEN, ELEVEN]) {
      expect((await act(token, "reschedule", { startsAt })).status).toBe(200);
    }
    expect(await act(token, "reschedule", { startsAt: TEN })).toMatchObject({
      status: 409,
      body: { code: "too_many_changes" },
    });
    const { starts_at, previous_starts } = await readConsultation();
    expect([starts_at, previous_starts.length]).toEqual([new Date(ELEVEN), 5]);
    expect((await act(token, "cancel")).status).toBe(200);
  });

  test("reserves the new end if only the length changes", async () => {
    const token = await hold();
    await firm.sql.query("update public.scheduling_settings set duration_minutes = 60");
    expect(await act(token, "reschedule", { startsAt: TEN })).toMatchObject({
      status: 200,
      body: { consultation: { startsAt: TEN, endsAt: ELEVEN } },
    });
    expect(await firm.book(HALF_PAST_TEN)).toMatchObject({ status: 409, body: { code: "time_taken" } });
    expect((await firm.book(ELEVEN)).status).toBe(200);
    const { rows } = await firm.sql.query(
      "select upper(blocked) as blocked_until from private.host_reservations where starts_at = $1",
      [TEN],
    );
    expect(rows).toEqual([{ blocked_until: new Date(ELEVEN) }]);
  });

  test("keeps the UID, increases the sequence, and remembers the earlier time", async () => {
    const token = await firm.bookAndConfirm(TEN, EMAIL);
    expect(await act(token, "reschedule", { startsAt: ELEVEN, timeZone: "Europe/Berlin" })).toMatchObject({
      body: { consultation: { startsAt: ELEVEN, timeZone: "Europe/Berlin" } },
    });
    expect((await readConsultation()).previous_starts).toEqual([new Date(TEN)]);
    const events = (await firm.listEmails()).flatMap(({ body_blocks }) =>
      body_blocks.flatMap(({ event }) => (event ? [event] : [])),
    );
    expect(events.map(({ sequence }) => sequence)).toEqual([0, 0, 1, 1]);
    expect(new Set(events.map(({ uid }) => uid)).size).toBe(1);
    expect((await firm.book(TEN)).status).toBe(200);
  });

  test("into its own buffer is possible, but not for others", async () => {
    await firm.sql.query("update public.scheduling_settings set buffer_after_minutes = 15");
    const token = await firm.bookAndConfirm(TEN, EMAIL);
    expect((await firm.book(HALF_PAST_TEN)).status).toBe(409);
    expect((await act(token, "reschedule", { startsAt: HALF_PAST_TEN })).status).toBe(200);
  });

  test("to a taken time keeps the current one", async () => {
    const token = await firm.bookAndConfirm(TEN, EMAIL);
    await firm.book(ELEVEN);
    expect((await act(token, "reschedule", { startsAt: ELEVEN })).status).toBe(409);
    expect(await show(token)).toMatchObject({ body: { startsAt: TEN, status: "confirmed" } });
  });

  test("assigns another host if the first one is busy, and cancels it for the first one", async () => {
    const token = await firm.bookAndConfirm(TEN, EMAIL);
    await firm.sql.query(
      "insert into public.blocked_times (host_id, starts_at, ends_at) values ($1, $2, $2::timestamptz + interval '1 hour')",
      [firm.hostId, ELEVEN],
    );
    const second = await createHost({ pool: firm.sql }, { email: "daniel@firm.example" });
    await act(token, "reschedule", { startsAt: ELEVEN });
    expect((await readConsultation()).host_id).toBe(second.id);
    const toHosts = (await firm.listEmails()).filter(({ kind }) => kind === "consultation-for-host");
    expect(toHosts.map(({ subject, recipient }) => [subject, recipient === second.email])).toEqual([
      ["Consultation with Ada Byron, Engines Ltd", false],
      ["Consultation with Ada Byron, Engines Ltd", true],
      ["Canceled: consultation with Ada Byron, Engines Ltd", false],
    ]);
  });

  test("is possible until the notice period", async () => {
    const token = await firm.bookAndConfirm(TEN, EMAIL);
    firm.clock.now = new Date(Date.parse(TEN) - 120 * MINUTE + 1);
    const response = await act(token, "reschedule", { startsAt: ELEVEN });
    expect([response.status, response.body.code]).toEqual([409, "too_late"]);
    expect((await act(token, "cancel")).body.code).toBe("too_late");
  });
});

describe("canceling", () => {
  test("frees the time immediately and removes it from both calendars", async () => {
    const token = await firm.bookAndConfirm(TEN, EMAIL);
    expect(await act(token, "cancel", { reason: "Our plans changed." })).toMatchObject({
      body: { consultation: { status: "cancelled", cancelledBy: "visitor" } },
    });
    expect((await firm.book(TEN)).status).toBe(200);
    const [toVisitor, toHost] = (await firm.listEmails()).slice(3);
    expect(toVisitor?.body_blocks.find(({ type }) => type === "invitation")).toMatchObject({
      method: "CANCEL",
      event: { sequence: 1 },
    });
    expect(toHost?.body_text).toContain("Our plans changed.");
    expect((await act(token, "cancel")).status).toBe(200);
    expect((await act(token, "confirm")).body.code).toBe("cancelled");
  });

  test("a hold sends no email", async () => {
    expect((await act(await hold(), "cancel")).status).toBe(200);
    expect(await firm.listEmails()).toHaveLength(1);
  });

  test("by an administrator emails the reason and a link to book again", async () => {
    await firm.bookAndConfirm(TEN, EMAIL);
    const { id } = await readConsultation();
    const cancel = () =>
      firm.post("administrator", `/api/admin/consultations/${id}/cancel`, { reason: "Maya is ill." });
    expect((await cancel()).status).toBe(200);
    const toVisitor = (await firm.listEmails()).find(({ kind }) => kind === "consultation-cancelled");
    expect(toVisitor?.body_text).toContain("Maya is ill.");
    expect(toVisitor?.body_text).toContain("/book");
    expect(await cancel()).toMatchObject({ status: 409, body: { code: "not_upcoming" } });
    const unknown = crypto.randomUUID();
    expect((await firm.post("administrator", `/api/admin/consultations/${unknown}/cancel`, {})).status).toBe(
      404,
    );
    expect((await firm.post("client", `/api/admin/consultations/${id}/cancel`, {})).status).toBe(403);
  });
});

test.each([
  ["reschedule", { startsAt: ELEVEN }],
  ["cancel", { reason: "Not needed." }],
])("a visitor's %s and an administrator's cancellation at once: the second sees the first", async (action, body) => {
  const token = await firm.bookAndConfirm(TEN, EMAIL);
  const { id } = await readConsultation();
  const [byVisitor, byFirm] = await Promise.all([
    act(token, action, body),
    firm.post("administrator", `/api/admin/consultations/${id}/cancel`, { reason: "Maya is ill." }),
  ]);
  expect([200, 409]).toContain(byVisitor.status);
  expect([200, 409]).toContain(byFirm.status);
  const { status, cancelled_by, cancel_reason } = await readConsultation();
  expect({ status, cancelled_by, cancel_reason }).toEqual(
    byFirm.status === 200
      ? { status: "cancelled", cancelled_by: "firm", cancel_reason: "Maya is ill." }
      : { status: "cancelled", cancelled_by: "visitor", cancel_reason: "Not needed." },
  );
});

test("an administrator's cancellation waits for concurrent changes to the schedule", async () => {
  await firm.bookAndConfirm(TEN, EMAIL);
  const { id } = await readConsultation();
  const order: string[] = [];
  let cancellation: Promise<unknown> | undefined;
  await firm.database.bypassPolicies({ reason: "test" }, async (query) => {
    await query("select pg_advisory_xact_lock(hashtextextended('schedule', 0))");
    cancellation = firm
      .post("administrator", `/api/admin/consultations/${id}/cancel`, {})
      .then(() => order.push("canceled"));
    await expect
      .poll(async () => {
        const { rows } = await firm.sql.query(
          "select count(*)::integer as waiting from pg_locks where locktype = 'advisory' and not granted",
        );
        return rows[0].waiting;
      })
      .toBeGreaterThan(0);
    order.push("schedule changed");
  });
  await cancellation;
  expect(order).toEqual(["schedule changed", "canceled"]);
});

test("an administrator can record a no-show after the start", async () => {
  await firm.bookAndConfirm(TEN, EMAIL);
  const { id } = await readConsultation();
  const mark = () => firm.post("administrator", `/api/admin/consultations/${id}/no-show`, {});
  expect((await mark()).status).toBe(409);
  firm.clock.now = new Date(TEN);
  expect((await mark()).status).toBe(200);
  expect((await readConsultation()).status).toBe("no_show");
});

test("lists consultations that conflict with a blocked time", async () => {
  await firm.bookAndConfirm(TEN, EMAIL);
  const { id } = await readConsultation();
  const list = () => firm.call("administrator", "GET", "/api/admin/consultations/problems");
  expect((await list()).body).toEqual({ conflicts: [], reachedLimits: [] });
  await firm.sql.query(
    "insert into public.blocked_times (starts_at, ends_at) values ($1, $1::timestamptz + interval '1 hour')",
    [TEN],
  );
  expect((await list()).body).toMatchObject({ conflicts: [id] });
});

describe("links", () => {
  test("each email has its own, and all stay valid until the consultation ends", async () => {
    const first = await hold();
    await act(first, "confirm");
    const second = await firm.readToken(EMAIL);
    expect(second).not.toBe(first);
    firm.clock.now = new Date(Date.parse(TEN) + 29 * MINUTE);
    expect((await show(first)).status).toBe(200);
    firm.clock.now = new Date(Date.parse(TEN) + 30 * MINUTE);
    for (const token of [first, second, "guess", "a".repeat(43)]) {
      expect(await show(token)).toMatchObject({ status: 404, body: { code: "unknown_link" } });
      expect((await act(token, "cancel")).status).toBe(404);
    }
  });

  test("limits guesses per network", async () => {
    const limited = await createConsultationEnvironment({ rateLimitScale: 0.05 });
    const statuses = [];
    for (let guess = 0; guess < 6; guess += 1) {
      statuses.push((await limited.call("visitor", "GET", "/api/consultations/guess")).status);
    }
    expect(statuses).toEqual([404, 404, 404, 404, 404, 429]);
  });

  test("the calendar file of a confirmed consultation is valid", async () => {
    const token = await hold();
    const download = (link: string) =>
      firm.fetch(new Request(`http://localhost/api/consultations/${link}/calendar.ics`));
    expect((await download(token)).status).toBe(409);
    await act(token, "confirm");
    const response = await download(token);
    expect(response.headers.get("content-type")).toBe("text/calendar; charset=utf-8");
    const calendar = new ICAL.Component(ICAL.parse(await response.text()));
    const [component] = calendar.getAllSubcomponents("vevent");
    const event = component && new ICAL.Event(component);
    expect(event?.startDate.toJSDate()).toEqual(new Date(TEN));
    expect(calendar.getFirstPropertyValue("method")).toBe("PUBLISH");
  });
});

describe("reminders", () => {
  const remind = async () => {
    const job = createRemindOfConsultationsJob({
      database: firm.database,
      jobs,
      config: { publicUrl: "https://firm.example" },
      now: () => firm.clock.now,
    } as Parameters<typeof createRemindOfConsultationsJob>[0]);
    await job({});
    await job({});
    return (await listKinds()).filter((kind) => kind.startsWith("consultation-reminder")).length;
  };
  const moveClock = (minutesBefore: number) => {
    firm.clock.now = new Date(Date.parse("2026-11-26T10:00:00Z") - minutesBefore * MINUTE);
  };
  const setUpdatedAt = (time: string) =>
    firm.sql
      .query("alter table public.consultations disable trigger consultations_set_updated_at")
      .then(() => firm.sql.query("update public.consultations set updated_at = $1", [time]));

  test("are sent once a day and once an hour before", async () => {
    await firm.bookAndConfirm("2026-11-26T10:00:00Z", EMAIL);
    await setUpdatedAt("2026-11-23T08:00:00Z");
    moveClock(24 * 60 + 1);
    expect(await remind()).toBe(0);
    moveClock(24 * 60);
    expect(await remind()).toBe(1);
    moveClock(61);
    expect(await remind()).toBe(1);
    moveClock(60);
    expect(await remind()).toBe(2);
  });

  test("are not sent for a hold, a canceled consultation, or one that was just booked", async () => {
    const token = await firm.bookAndConfirm("2026-11-26T10:00:00Z", EMAIL);
    moveClock(23 * 60);
    await setUpdatedAt(firm.clock.now.toISOString());
    expect(await remind()).toBe(0);
    await act(token, "cancel");
    await setUpdatedAt("2026-11-23T08:00:00Z");
    moveClock(60);
    expect(await remind()).toBe(0);
  });
});

describe("privacy", () => {
  const countRows = async () => {
    const { rows } = await firm.sql.query(
      `select (select count(*)::integer from public.consultations) as consultations,
              (select count(*)::integer from public.contact_inquiries) as inquiries,
              (select count(*)::integer from private.consultation_tokens) as tokens,
              (select count(*)::integer from private.host_reservations) as reservations,
              (select count(*)::integer from private.email_outbox) as emails`,
    );
    return rows[0];
  };
  const nothing = { consultations: 0, inquiries: 0, tokens: 0, reservations: 0, emails: 0 };

  test("erasing a person deletes consultations, inquiries, links and emails", async () => {
    await firm.bookAndConfirm(TEN, EMAIL);
    const erased = await firm.database.bypassPolicies({ reason: "test" }, (query) =>
      eraseInquiriesByEmail(query, "ADA@visitor.example"),
    );
    expect(erased).toMatchObject({ consultations: 1, emails: 3 });
    expect(await countRows()).toEqual(nothing);
  });

  test("the retention period of inquiries starts when the consultation ends", async () => {
    await firm.bookAndConfirm(TEN, EMAIL);
    const erase = (now: string) =>
      firm.database.bypassPolicies({ reason: "test" }, (query) =>
        eraseExpiredInquiries(query, new Date(now), 24),
      );
    await erase("2028-11-24T10:30:00Z");
    expect(await countRows()).toMatchObject({ consultations: 1, inquiries: 1 });
    await erase("2028-11-24T10:30:01Z");
    expect(await countRows()).toEqual(nothing);
  });
});
