import { beforeEach, describe, expect, test } from "vitest";
import {
  MAX_CONFIRMATIONS_PER_HOUR,
  MAX_HOLDS,
  UNUSUAL_DAILY_CONFIRMATIONS,
} from "#domain/consultations/booking-limits.ts";
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
/** Confirms the latest booking of an address. */
const confirm = async (email: string) =>
  firm.postJson(`/api/consultations/${await firm.readToken(email)}/confirm`, {});
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
    expect(await listAlerts()).toEqual({ emails: 0, reachedLimits: [] });
    advance(30);
    expect((await firm.book(timeAt(2), { email: ADA })).status).toBe(200);
  });

  test.each([
    [ADA, "Ada@Visitor.Example"],
    [ADA, "ada+second@visitor.example"],
    ["ada@gmail.com", "a.d.a@gmail.com"],
    ["ada@gmail.com", "Ada.+second@GoogleMail.com"],
  ])("%s is the same mailbox as %s", async (email, variant) => {
    await firm.book(timeAt(0), { email });
    await firm.book(timeAt(1), { email: variant });
    expect(await firm.book(timeAt(2), { email })).toMatchObject({ body: { code: "too_many_holds" } });
  });

  test("of another local part or domain is another mailbox", async () => {
    const addresses = [ADA, "ada@other.example", "a.da@visitor.example", "+ada@visitor.example"];
    for (const [index, email] of addresses.entries()) {
      expect((await firm.book(timeAt(index * 2), { email })).status).toBe(200);
      expect((await firm.book(timeAt(index * 2 + 1), { email })).status).toBe(200);
    }
  });

  test("has at most two upcoming consultations, counting its variants", async () => {
    await firm.bookAndConfirm(timeAt(0), ADA);
    await firm.bookAndConfirm(timeAt(1), "ada+work@visitor.example");
    await firm.book(timeAt(2), { email: "ada+home@visitor.example" });
    expect(await confirm("ada+home@visitor.example")).toMatchObject({
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
    expect(await confirm(ADA)).toMatchObject({ status: 429, body: { code: "too_many_bookings" } });
    expect(await listAlerts()).toMatchObject({ emails: 1, reachedLimits: [{ name: "confirmations" }] });
    advance(60);
    expect((await confirm(ADA)).status).toBe(200);
  });

  test("can confirm more than usual within a day, and administrators are alerted", async () => {
    await insertMany(UNUSUAL_DAILY_CONFIRMATIONS - 2, "confirmed");
    await firm.bookAndConfirm(timeAt(0), ADA);
    expect(await listAlerts()).toEqual({ emails: 0, reachedLimits: [] });
    for (const [index, email] of ["ben@second.example", "eve@third.example"].entries()) {
      await firm.book(timeAt(index + 1), { email });
      expect((await confirm(email)).status).toBe(200);
    }
    expect(await listAlerts()).toMatchObject({ emails: 1, reachedLimits: [{ name: "daily_confirmations" }] });
    const alert = (await firm.listEmails()).find(({ kind }) => kind === "booking-alarm");
    expect(alert?.body_text).toContain("10 consultations within a day. They can still book more.");
    expect(alert?.body_text).not.toContain("can book again");
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

/** An address in the nth /24 network. */
const addressIn = (network: number) => `203.0.${network}.7`;

describe("a network group", () => {
  const holdMany = async (count: number, address: (index: number) => string) => {
    for (let index = 0; index < count; index += 1) {
      firm.visitor.address = address(index);
      const { status } = await firm.book(timeAt(index), { email: `ada@visitor${index}.example` });
      expect(status).toBe(200);
    }
  };

  test.each([
    ["198.51.100.0/24", (index: number) => `198.51.100.${index}`, "198.51.101.1"],
    ["2001:db8::/32", (index: number) => `2001:db8:${index}::1`, "2001:db9::1"],
  ])("%s holds at most 10 times", async (_group, address, otherAddress) => {
    await holdMany(10, address);
    firm.visitor.address = address(10);
    expect(await firm.book(timeAt(10))).toMatchObject({
      status: 409,
      body: { code: "too_many_holds", error: expect.stringMatching(/^Your network has 10 bookings/) },
    });
    expect(await listAlerts()).toMatchObject({ emails: 1, reachedLimits: [{ name: "network" }] });
    firm.visitor.address = otherAddress;
    expect((await firm.book(timeAt(10))).status).toBe(200);
    firm.visitor.address = address(10);
    advance(30);
    expect((await firm.book(timeAt(11))).status).toBe(200);
  });

  test("is stored until its hold ends", async () => {
    const listNetworks = async () => {
      const { rows } = await firm.sql.query<{ network: string }>(
        "select network from private.hold_networks order by 1",
      );
      return rows.map(({ network }) => network);
    };
    await holdMany(3, (index) => addressIn(index));
    expect(await listNetworks()).toEqual(["203.0.0.0/24", "203.0.1.0/24", "203.0.2.0/24"]);
    await confirm("ada@visitor0.example");
    const token = await firm.readToken("ada@visitor1.example");
    await firm.postJson(`/api/consultations/${token}/cancel`, {});
    expect(await listNetworks()).toEqual(["203.0.2.0/24"]);
    advance(30);
    await firm.book(timeAt(9), { email: ADA });
    expect(await listNetworks()).toEqual(["203.0.2.0/24"]);
    await confirm(ADA);
    expect(await listNetworks()).toEqual([]);
  });
});

describe("an email domain", () => {
  /** Books from different network groups. */
  const bookMany = async (count: number, email: (index: number) => string) => {
    for (let index = 0; index < count; index += 1) {
      firm.visitor.address = addressIn(index);
      expect((await firm.book(timeAt(index), { email: email(index) })).status).toBe(200);
    }
  };

  test("holds at most 10 times, counting its subdomains", async () => {
    await bookMany(10, (index) => `p${index}@${index % 2 ? "" : `team${index}.`}visitor.example`);
    firm.visitor.address = addressIn(10);
    expect(await firm.book(timeAt(10), { email: "eve@new.visitor.example" })).toMatchObject({
      status: 409,
      body: { code: "too_many_holds", error: expect.stringMatching(/^Your email domain has 10 bookings/) },
    });
    expect((await firm.book(timeAt(10), { email: "eve@notvisitor.example" })).status).toBe(200);
  });

  test("has at most five upcoming consultations", async () => {
    const emails = Array.from({ length: 6 }, (_, index) => `p${index}@visitor.example`);
    await bookMany(6, (index) => emails[index] ?? "");
    const statuses: number[] = [];
    for (const email of emails) {
      statuses.push((await confirm(email)).status);
    }
    expect(statuses).toEqual([200, 200, 200, 200, 200, 409]);
    expect(await listAlerts()).toMatchObject({ emails: 1, reachedLimits: [{ name: "domain" }] });
    expect(await confirm("p5@visitor.example")).toMatchObject({
      body: { code: "too_many_consultations", error: expect.stringContaining("your email domain") },
    });
    const token = await firm.readToken("p0@visitor.example");
    await firm.postJson(`/api/consultations/${token}/cancel`, {});
    expect((await confirm("p5@visitor.example")).status).toBe(200);
  });

  test("of a large mail provider is not limited", async () => {
    const emails = Array.from({ length: 11 }, (_, index) => `person${index}@gmail.com`);
    await bookMany(11, (index) => emails[index] ?? "");
    for (const email of emails) {
      expect((await confirm(email)).status).toBe(200);
    }
  });

  test("of a signed-in client is not limited", async () => {
    const { email: _, company: __, ...form } = buildConsultationForm(timeAt(9));
    const { rows } = await firm.sql.query<{ domain: string }>(
      "select split_part(email, '@', 2) as domain from auth.users where id = $1",
      [firm.userA],
    );
    for (let index = 0; index < 5; index += 1) {
      await firm.bookAndConfirm(timeAt(index), `p${index}@${rows[0]?.domain}`);
    }
    expect((await firm.post("client", "/api/client/consultations", form)).status).toBe(200);
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

  /** Confirms bookings from an address, and returns the statuses. */
  const confirmFrom = async (address: string, emails: readonly string[]) => {
    const statuses: number[] = [];
    for (const email of emails) {
      firm.visitor.address = address;
      statuses.push((await confirm(email)).status);
    }
    return statuses;
  };
  const bookFor = async (count: number) => {
    const emails = Array.from({ length: count }, (_, index) => `ada@visitor${index}.example`);
    for (const [index, email] of emails.entries()) {
      firm.visitor.address = addressIn(index);
      expect((await firm.book(timeAt(index), { email })).status).toBe(200);
    }
    return emails;
  };

  test("count the confirmations of a network per day, but not repeated ones", async () => {
    const emails = await bookFor(6);
    const [first = "", ...others] = emails;
    expect(await confirmFrom("198.51.100.7", [first, first, ...others])).toEqual([
      ...[200, 200, 200, 200, 200, 200],
      429,
    ]);
    expect(await listAlerts()).toMatchObject({ emails: 1, reachedLimits: [{ name: "network" }] });
    const rejected = await confirm("ada@visitor5.example");
    expect(rejected.body.error).toMatch(/from your network today\. Try again tomorrow, or email us\.$/);
    expect(await confirmFrom("198.51.101.7", ["ada@visitor5.example"])).toEqual([200]);
  });

  test("count the confirmations of a network again after a day", async () => {
    const emails = await bookFor(6);
    expect((await confirmFrom("198.51.100.7", emails)).at(-1)).toBe(429);
    advance(24 * 60);
    expect(await confirmFrom("198.51.100.7", emails.slice(-1))).toEqual([200]);
  });

  test("count the confirmations of a network group per day", async () => {
    const emails = await bookFor(11);
    expect(await confirmFrom("198.51.100.7", emails.slice(0, 5))).toEqual([200, 200, 200, 200, 200]);
    expect(await confirmFrom("198.51.100.8", emails.slice(5, 10))).toEqual([200, 200, 200, 200, 200]);
    expect(await confirmFrom("198.51.100.9", emails.slice(10))).toEqual([429]);
    expect(await confirmFrom("198.51.101.9", emails.slice(10))).toEqual([200]);
  });
});
