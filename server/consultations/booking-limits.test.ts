import { beforeEach, describe, expect, test } from "vitest";
import { MAX_CONFIRMATIONS_PER_HOUR, MAX_HOLDS } from "#domain/consultations/consultation.ts";
import {
  buildConsultationForm,
  type ConsultationEnvironment,
  createConsultationEnvironment,
} from "#tests/support/product/consultation-environment.ts";

const ADA = "ada@visitor.example";
const MINUTE = 60_000;

let firm: ConsultationEnvironment;
beforeEach(async () => {
  firm = await createConsultationEnvironment();
});

/** The nth free time from November 24. There are 16 per day. */
const timeAt = (index: number) => {
  const start = Date.parse("2026-11-24T09:00:00Z") + Math.floor(index / 16) * 24 * 60 * MINUTE;
  return new Date(start + (index % 16) * 30 * MINUTE).toISOString();
};
const advance = (minutes: number) => {
  firm.clock.now = new Date(firm.clock.now.getTime() + minutes * MINUTE);
};
const listStatuses = async () => {
  const { rows } = await firm.sql.query<{ status: string }>(
    "select status from public.consultations order by starts_at",
  );
  return rows.map(({ status }) => status);
};
const listAlerts = async () => {
  const emails = (await firm.listEmails()).filter(({ kind }) => kind === "booking-alarm");
  const { body } = await firm.call("administrator", "GET", "/api/admin/consultations/problems");
  return { emails: emails.length, reachedLimits: body.reachedLimits };
};
/** Stores consultations as if other visitors had booked them. */
const insertMany = (count: number, status: "held" | "confirmed") =>
  firm.sql.query(
    `insert into public.consultations
       (form_id, host_id, status, starts_at, ends_at, time_zone, name, email, company, topic, hold_expires_at, confirmed_at)
     select gen_random_uuid(), $1, $2, start, start + interval '30 minutes', 'UTC', 'Ada Byron', number || '@other.example',
            'Engines Ltd', 'Our assistant calls tools.', $3::timestamptz + interval '30 minutes',
            case $2::text when 'confirmed' then $3::timestamptz end
       from generate_series(1, $4) as number,
            lateral (select '2026-12-07 09:00Z'::timestamptz + number * interval '1 hour' as start) as slot`,
    [firm.hostId, status, firm.clock.now, count],
  );

describe("an email address", () => {
  test("keeps its hold when someone else books with it, and can confirm both", async () => {
    expect((await firm.book(timeAt(0), { email: ADA })).status).toBe(200);
    const token = await firm.readToken(ADA);
    advance(1);
    expect((await firm.book(timeAt(1), { email: ADA })).status).toBe(200);
    expect(await listStatuses()).toEqual(["held", "held"]);
    const laterToken = await firm.readToken(ADA);
    expect((await firm.postJson(`/api/consultations/${token}/confirm`, {})).status).toBe(200);
    expect((await firm.postJson(`/api/consultations/${laterToken}/confirm`, {})).status).toBe(200);
    expect(await listStatuses()).toEqual(["confirmed", "confirmed"]);
  });

  test("holds at most two times until one is confirmed or expires", async () => {
    await firm.book(timeAt(0), { email: ADA });
    await firm.book(timeAt(1), { email: ADA });
    const third = await firm.book(timeAt(2), { email: ADA });
    expect(third).toMatchObject({ status: 409, body: { code: "too_many_holds" } });
    expect(await listStatuses()).toEqual(["held", "held"]);
    expect((await firm.listEmails()).length).toBe(2);
    advance(30);
    expect((await firm.book(timeAt(2), { email: ADA })).status).toBe(200);
  });

  test.each([
    "Ada@Visitor.Example",
    "ada+second@visitor.example",
    "a.d.a@visitor.example",
  ])("is the same mailbox as %s", async (variant) => {
    await firm.book(timeAt(0), { email: ADA });
    await firm.book(timeAt(1), { email: variant });
    expect(await firm.book(timeAt(2), { email: ADA })).toMatchObject({ body: { code: "too_many_holds" } });
  });

  test("of another local part or domain is another mailbox", async () => {
    const addresses = [ADA, "ada@other.example", "adam@visitor.example", "+ada@visitor.example"];
    for (const [index, email] of addresses.entries()) {
      expect((await firm.book(timeAt(index * 2), { email })).status).toBe(200);
      expect((await firm.book(timeAt(index * 2 + 1), { email })).status).toBe(200);
    }
  });

  test("has at most two upcoming consultations, counting its variants", async () => {
    await firm.bookAndConfirm(timeAt(0), ADA);
    await firm.bookAndConfirm(timeAt(1), "ada+work@visitor.example");
    await firm.book(timeAt(2), { email: "a.da@visitor.example" });
    const token = await firm.readToken("a.da@visitor.example");
    expect(await firm.postJson(`/api/consultations/${token}/confirm`, {})).toMatchObject({
      status: 409,
      body: { code: "too_many_consultations" },
    });
  });
});

describe("all visitors", () => {
  test("hold at most 50 times, and administrators are alerted once", async () => {
    await insertMany(MAX_HOLDS - 1, "held");
    expect((await firm.book(timeAt(0))).status).toBe(200);
    expect(await listAlerts()).toEqual({ emails: 0, reachedLimits: [] });
    for (const index of [1, 2]) {
      const response = await firm.book(timeAt(index));
      expect(response).toMatchObject({ status: 429, body: { code: "too_many_bookings" } });
    }
    expect(await listAlerts()).toEqual({
      emails: 1,
      reachedLimits: [{ name: "holds", reachedAt: firm.clock.now.toISOString() }],
    });
    advance(31);
    expect((await firm.book(timeAt(1))).status).toBe(200);
  });

  test("confirm at most 30 consultations per hour, and can confirm theirs later", async () => {
    await insertMany(MAX_CONFIRMATIONS_PER_HOUR, "confirmed");
    await firm.book(timeAt(0), { email: ADA });
    const confirm = async () => {
      const token = await firm.readToken(ADA);
      return firm.postJson(`/api/consultations/${token}/confirm`, {});
    };
    expect(await confirm()).toMatchObject({ status: 429, body: { code: "too_many_bookings" } });
    expect(await listAlerts()).toMatchObject({ emails: 1, reachedLimits: [{ name: "confirmations" }] });
    advance(60);
    expect((await confirm()).status).toBe(200);
  });

  test("do not prevent clients from booking", async () => {
    await insertMany(MAX_HOLDS, "held");
    const { email: _, company: __, ...form } = buildConsultationForm(timeAt(0));
    expect((await firm.post("client", "/api/client/consultations", form)).status).toBe(200);
  });

  test("are no longer reported after a day", async () => {
    await insertMany(MAX_HOLDS, "held");
    await firm.book(timeAt(0));
    advance(24 * 60);
    expect((await listAlerts()).reachedLimits).toEqual([]);
  });
});

describe("rate limits", () => {
  beforeEach(async () => {
    firm = await createConsultationEnvironment({ rateLimitScale: 1 });
  });
  const bookTimes = async (count: number, email: (index: number) => string) => {
    const statuses: number[] = [];
    for (let index = 0; index < count; index += 1) {
      statuses.push((await firm.book(timeAt(0), { email: email(index) })).status);
    }
    return statuses;
  };

  test("count the bookings of a mailbox", async () => {
    expect(await bookTimes(6, (index) => `ada+${index}@visitor.example`)).toEqual([
      200, 409, 409, 409, 409, 429,
    ]);
  });

  test("count the bookings of a network", async () => {
    const statuses = await bookTimes(11, (index) => `visitor${index}@visitor.example`);
    expect(statuses.slice(-2)).toEqual([409, 429]);
    firm.visitor.address = "198.51.100.8";
    expect(await bookTimes(1, () => ADA)).toEqual([409]);
  });

  test("count the bookings of an IPv6 site with many networks", async () => {
    const statuses: number[] = [];
    for (let index = 0; index < 41; index += 1) {
      firm.visitor.address = `2001:db8:1:${index.toString(16)}::1`;
      statuses.push(...(await bookTimes(1, () => `visitor${index}@visitor.example`)));
    }
    expect(statuses.slice(-2)).toEqual([409, 429]);
    firm.visitor.address = "2001:db8:2::1";
    expect(await bookTimes(1, () => ADA)).toEqual([409]);
  });
});
