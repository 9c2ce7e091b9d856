import { Hono } from "hono";
import { beforeEach, expect, test } from "vitest";
import {
  type ConsultationService,
  createConsultationService,
} from "#server/consultations/consultation-service.ts";
import { createRateLimits } from "#server/http/rate-limits.ts";
import { createLogger } from "#server/observability/logger.ts";
import { type ApiEnvironment, createRouteEnvironment } from "#tests/support/product/api-environment.ts";
import { buildConsultationForm } from "#tests/support/product/consultation-environment.ts";
import { createHost } from "#tests/support/records/host.ts";

const TEN = "2026-11-24T10:00:00.000Z";
const ELEVEN = "2026-11-24T11:00:00.000Z";

let now: Date;
let address: string;
let service: ConsultationService;
let fixture: ApiEnvironment;

/** A service with the limits of production, and an endpoint that lists the times like a page. */
beforeEach(async () => {
  now = new Date("2026-11-23T08:00:00Z");
  address = "198.51.100.7";
  fixture = await createRouteEnvironment(
    (parts) => {
      service = createConsultationService({
        ...parts,
        rateLimits: createRateLimits(1, () => now),
        clientAddress: () => address,
        log: createLogger("silent"),
      });
      return new Hono()
        .get("/times", async (context) => context.json(await service.listCachedTimes(context)))
        .post("/book", async (context) =>
          context.json(
            await service.book(await context.req.json(), context, {
              sendsAgain: context.req.query("again") === "true",
            }),
          ),
        );
    },
    { now: () => now },
  );
  await createHost({ pool: fixture.sql });
});

const advance = (ms: number) => {
  now = new Date(now.getTime() + ms);
};
const listTimes = async () => (await fixture.call("visitor", "GET", "/times")).body.times;
const blockTime = (startsAt: string) =>
  fixture.sql.query(
    `insert into public.blocked_times (starts_at, ends_at)
     values ($1, $1::timestamptz + interval '30 minutes')`,
    [startsAt],
  );

test("returns times that are at most 5 s old", async () => {
  expect(await listTimes()).toContain(TEN);
  await blockTime(TEN);
  advance(4_999);
  expect(await listTimes()).toContain(TEN);
  advance(1);
  expect(await listTimes()).not.toContain(TEN);
});

test("does not return a time that was just booked, or that turned out to be taken", async () => {
  expect(await listTimes()).toContain(TEN);
  await fixture.post("visitor", "/book", buildConsultationForm(TEN));
  const times = await listTimes();
  expect(times).not.toContain(TEN);
  expect(times).toContain(ELEVEN);
  await blockTime(ELEVEN);
  const { body } = await fixture.post("visitor", "/book", buildConsultationForm(ELEVEN));
  expect(body).toMatchObject({ ok: false, reason: "time_taken" });
  expect(await listTimes()).not.toContain(ELEVEN);
});

test("sends the email of a hold again on request, at most five times per hold", async () => {
  const form = buildConsultationForm(TEN);
  const countEmails = async () => {
    const { rows } = await fixture.sql.query("select 1 from private.email_outbox where recipient = $1", [
      form.email,
    ]);
    return rows.length;
  };
  await fixture.post("visitor", "/book", form);
  await fixture.post("visitor", "/book", form);
  expect(await countEmails()).toBe(1);
  await fixture.post("visitor", "/book?again=true", form);
  expect(await countEmails()).toBe(2);
  // Other addresses have their own limit per address.
  const statuses: number[] = [];
  for (let number = 0; number < 5; number++) {
    const email = `${number}@visitor.example`;
    statuses.push((await fixture.post("visitor", "/book", { ...form, email })).status);
  }
  expect(statuses).toEqual([200, 200, 200, 200, 429]);
});

test("limits a network to 300 pages in 10 minutes", async () => {
  const show = async () => (await fixture.call("visitor", "GET", "/times")).status;
  await fixture.sql.query("insert into private.rate_limits (key, points, expire) values ($1, 299, $2)", [
    `consultation-slots:${address}`,
    now.getTime() + 600_000,
  ]);
  expect([await show(), await show()]).toEqual([200, 429]);
  address = "198.51.100.8";
  expect(await show()).toBe(200);
  address = "198.51.100.7";
  advance(600_000);
  expect(await show()).toBe(200);
});
