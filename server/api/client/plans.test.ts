import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { beforeEach, describe, expect, test } from "vitest";
import { createPlanRequestRoutes } from "#server/api/admin/plan-requests.ts";
import { createPlanRoutes } from "#server/api/client/plans.ts";
import { createAdminGroup, createClientGroup } from "#server/api/route-groups.ts";
import { createAnnouncePlansJob } from "#server/jobs/email/announce-plans.ts";
import { jobs } from "#server/jobs/queue/queue.ts";
import type { ClosedSets } from "#supabase/database.types.ts";
import { type ApiEnvironment, createRouteEnvironment } from "#tests/support/product/api-environment.ts";
import { insertRow } from "#tests/support/records/insert-row.ts";

const NOW = new Date("2027-01-04T09:00:00Z");
const CHECKOUT_URL = "https://square.link/u/watch";

let fixture: ApiEnvironment;
let watch: { id: string };
let shield: { id: string };
beforeEach(async () => {
  fixture = await createRouteEnvironment(
    (services) =>
      new Hono()
        .route(
          "/",
          createClientGroup(services).route(
            "/",
            createPlanRoutes({ ...services, payments: { ...services, provider: null } }),
          ),
        )
        .route("/", createAdminGroup(services).route("/", createPlanRequestRoutes(services))),
    { now: () => NOW },
  );
  const createTier = (tier_name: string, monthly_price: number) =>
    insertRow({ pool: fixture.sql }, "subscription_tiers", {
      tier_name,
      monthly_price,
      square_checkout_url: CHECKOUT_URL,
    });
  watch = await createTier("Watch", 950);
  shield = await createTier("Shield", 5200);
});

const subscribe = (
  status: ClosedSets["client_subscriptions.status"],
  { client = fixture.clientA, tier = watch.id }: { client?: string; tier?: string } = {},
) =>
  insertRow({ pool: fixture.sql }, "client_subscriptions", {
    client_id: client,
    tier_id: tier,
    status,
    current_period_end: "2027-01-20",
  });
const openCheckout = (tierId: string, as: "client" | "administrator" | "visitor" = "client") =>
  fixture.post(as, "/api/client/plan-checkouts", { tierId });
const repeatCheckout = (tierId: string) =>
  fixture.post("client", "/api/client/plan-checkouts", { tierId, isRepeated: true });
const sendRequest = (body: unknown, as: "client" | "administrator" | "visitor" = "client") =>
  fixture.post(as, "/api/client/plan-requests", body);
const requestCancellation = () => sendRequest({ kind: "cancel", note: "" });
const readRows = async (sql: string) => (await fixture.sql.query(sql)).rows;
const readRequests = () =>
  readRows(`select client_id, kind, status, requested_tier_id, note, effective_on::text, answer, created_by, answered_by
              from public.plan_requests order by created_at`);
const findRequestId = async () =>
  (await readRows("select id from public.plan_requests where status = 'open'"))[0].id;
const announce = () => {
  const config = { publicUrl: "https://firm.example", email: { contactTo: "desk@firm.example" } };
  return createAnnouncePlansJob({ database: fixture.database, jobs, config })({});
};
const readEmails = () =>
  readRows("select kind, recipient, subject, body_text from private.email_outbox order by created_at, kind");

describe("a checkout", () => {
  test("returns the plan's link to a client without a plan, and records that it was opened", async () => {
    await subscribe("cancelled");
    await subscribe("active", { client: fixture.clientB });
    expect(await openCheckout(watch.id)).toEqual({ status: 200, body: { success: true, url: CHECKOUT_URL } });
    expect(await readRows("select client_id, tier_id, confirmed_at from public.plan_checkouts")).toEqual([
      { client_id: fixture.clientA, tier_id: watch.id, confirmed_at: null },
    ]);
  });

  test.each([
    ["active", "You already have a plan. Request a change instead."],
    ["past_due", "Your plan has an unpaid invoice. Pay it under Billing instead of subscribing again."],
    ["paused", "Your plan is paused. Contact us to resume or change it."],
  ] as const)("is rejected for a client whose plan is %s", async (status, error) => {
    await subscribe(status);
    for (const tier of [watch, shield]) {
      expect(await openCheckout(tier.id)).toEqual({
        status: 409,
        body: { success: false, code: "plan_exists", error },
      });
    }
    expect(await readRows("select from public.plan_checkouts")).toEqual([]);
  });

  test("is rejected for a plan that is inactive, unknown or has no link", async () => {
    await fixture.sql.query("update public.subscription_tiers set is_active = false where id = $1", [
      watch.id,
    ]);
    await fixture.sql.query("update public.subscription_tiers set square_checkout_url = null where id = $1", [
      shield.id,
    ]);
    expect(await openCheckout(watch.id)).toMatchObject({ status: 404, body: { code: "unknown_tier" } });
    expect(await openCheckout(randomUUID())).toMatchObject({ status: 404 });
    expect(await openCheckout("watch")).toMatchObject({ status: 400 });
    expect(await openCheckout(shield.id)).toMatchObject({ status: 409, body: { code: "no_checkout" } });
  });

  test("is rejected while another one may be confirmed, also of another plan and under concurrent requests", async () => {
    const responses = await Promise.all([openCheckout(watch.id), openCheckout(shield.id)]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    for (const tier of [watch, shield]) {
      expect(await openCheckout(tier.id)).toMatchObject({ status: 409, body: { code: "checkout_open" } });
    }
    expect(await readRows("select from public.plan_checkouts")).toHaveLength(1);
  });

  test("is possible after 24 hours, or if the client confirms that the last one was not paid", async () => {
    await openCheckout(watch.id);
    expect(await repeatCheckout(shield.id)).toMatchObject({ status: 200, body: { url: CHECKOUT_URL } });
    expect(await openCheckout(shield.id)).toMatchObject({ status: 409 });
    await fixture.sql.query(
      "update public.plan_checkouts set started_at = now() - interval '23 hours 59 minutes'",
    );
    expect(await openCheckout(shield.id)).toMatchObject({ status: 409 });
    await fixture.sql.query("update public.plan_checkouts set started_at = now() - interval '24 hours'");
    expect(await openCheckout(shield.id)).toMatchObject({ status: 200 });
  });

  test("of another client does not prevent one", async () => {
    await insertRow({ pool: fixture.sql }, "plan_checkouts", {
      client_id: fixture.clientB,
      tier_id: watch.id,
    });
    expect(await openCheckout(watch.id)).toMatchObject({ status: 200 });
  });

  test("that is opened again is no longer confirmed", async () => {
    const { id } = await subscribe("cancelled");
    await openCheckout(watch.id);
    await fixture.sql.query("update public.plan_checkouts set subscription_id = $1, confirmed_at = now()", [
      id,
    ]);
    await openCheckout(watch.id);
    expect(await readRows("select subscription_id, confirmed_at from public.plan_checkouts")).toEqual([
      { subscription_id: null, confirmed_at: null },
    ]);
  });
});

describe("a plan request", () => {
  test("stores a cancellation with the end of the paid period", async () => {
    await subscribe("active");
    expect(await sendRequest({ kind: "cancel", note: "Project ended." })).toMatchObject({ status: 201 });
    expect(await readRequests()).toEqual([
      {
        client_id: fixture.clientA,
        kind: "cancel",
        status: "open",
        requested_tier_id: null,
        note: "Project ended.",
        effective_on: "2027-01-20",
        answer: null,
        created_by: fixture.userA,
        answered_by: null,
      },
    ]);
  });

  test("stores a change to another active plan", async () => {
    await subscribe("active");
    expect(await sendRequest({ kind: "change", tierId: shield.id, note: "" })).toMatchObject({ status: 201 });
    expect(await readRequests()).toMatchObject([
      { kind: "change", requested_tier_id: shield.id, effective_on: null },
    ]);
    expect(await sendRequest({ kind: "change", tierId: watch.id, note: "" })).toMatchObject({ status: 400 });
    expect(await sendRequest({ kind: "change", tierId: randomUUID(), note: "" })).toMatchObject({
      status: 404,
    });
  });

  test.each(["past_due", "paused", "cancelled"] as const)("is rejected if the plan is %s", async (status) => {
    await subscribe(status);
    expect(await requestCancellation()).toMatchObject({ status: 409, body: { code: "no_active_plan" } });
    expect(await readRequests()).toEqual([]);
  });

  test("is rejected while one of the same kind is open, also under concurrent requests", async () => {
    await subscribe("active");
    const responses = await Promise.all([requestCancellation(), requestCancellation()]);
    expect(responses.map(({ status }) => status).sort()).toEqual([201, 409]);
    expect(await requestCancellation()).toMatchObject({ status: 409, body: { code: "already_open" } });
    expect(await sendRequest({ kind: "change", tierId: shield.id, note: "" })).toMatchObject({ status: 201 });
  });

  test("can be withdrawn until it is answered, and then sent again", async () => {
    await subscribe("active");
    await requestCancellation();
    const path = `/api/client/plan-requests/${await findRequestId()}/withdraw`;
    expect(await fixture.post("client", path, {})).toEqual({ status: 200, body: { success: true } });
    expect(await fixture.post("client", path, {})).toMatchObject({ status: 409 });
    expect(await requestCancellation()).toMatchObject({ status: 201 });
    expect(await readRequests()).toMatchObject([{ status: "withdrawn" }, { status: "open" }]);
  });

  test("to keep the plan is stored with its last day, and only while the plan is scheduled to end", async () => {
    const { id } = await subscribe("active");
    const keep = () => sendRequest({ kind: "keep", note: "" });
    expect(await keep()).toMatchObject({ status: 409, body: { code: "not_ending" } });
    await fixture.sql.query("update public.client_subscriptions set ends_on = '2027-01-20' where id = $1", [
      id,
    ]);
    expect(await requestCancellation()).toMatchObject({ status: 409, body: { code: "no_active_plan" } });
    expect(await keep()).toMatchObject({ status: 201 });
    expect(await keep()).toMatchObject({ status: 409, body: { code: "already_open" } });
    expect(await readRequests()).toMatchObject([
      { client_id: fixture.clientA, kind: "keep", status: "open", effective_on: "2027-01-20" },
    ]);
    expect(await readRows("select action from public.client_activity where action <> 'joined'")).toEqual([
      { action: "plan-keeping-requested" },
    ]);
    await announce();
    expect(await readEmails()).toMatchObject([
      {
        kind: "plan-request-made",
        subject: "Request from A company: Keep the plan that ends on Jan 20, 2027",
        body_text: expect.stringContaining("undo the cancellation in Square before Jan 20, 2027"),
      },
      {
        kind: "plan-request-received",
        body_text: expect.stringContaining("Until we confirm, your plan still ends on Jan 20, 2027."),
      },
    ]);
  });

  test("to keep a plan is rejected by the database if the plan is another client's or is not ending", async () => {
    const { id: own } = await subscribe("active");
    const { id: foreign } = await subscribe("active", { client: fixture.clientB });
    await fixture.sql.query("update public.client_subscriptions set ends_on = '2027-01-20' where id = $1", [
      foreign,
    ]);
    const claims = {
      sub: fixture.userA,
      role: "authenticated",
      aal: "aal1",
      app_metadata: { role: "client" },
    };
    const request = (plan: string) =>
      fixture.database.asCaller(claims, (query) =>
        query("select endpoints.request_plan($1, $2, $3, $4, $5) as outcome", [plan, "keep", null, "", null]),
      );
    expect(await request(foreign)).toEqual([{ outcome: "unknown-subscription" }]);
    expect(await request(own)).toEqual([{ outcome: "not-ending" }]);
    expect(await readRequests()).toEqual([]);
  });

  test("is limited to 10 per hour", async () => {
    await subscribe("active");
    for (let count = 0; count < 10; count += 1) {
      expect(await requestCancellation()).toMatchObject({ status: 201 });
      await fixture.sql.query("update public.plan_requests set status = 'withdrawn'");
    }
    expect(await requestCancellation()).toMatchObject({ status: 429 });
  });

  test("of another client can't be withdrawn", async () => {
    const { id: subscription_id } = await subscribe("active", { client: fixture.clientB });
    const { id } = await insertRow({ pool: fixture.sql }, "plan_requests", {
      client_id: fixture.clientB,
      subscription_id,
      kind: "cancel",
    });
    expect(await fixture.post("client", `/api/client/plan-requests/${id}/withdraw`, {})).toMatchObject({
      status: 404,
    });
    expect(await readRequests()).toMatchObject([{ status: "open" }]);
  });

  test("is rejected from administrators and visitors", async () => {
    for (const [caller, status] of [
      ["administrator", 403],
      ["visitor", 401],
    ] as const) {
      expect(await sendRequest({ kind: "cancel", note: "" }, caller)).toMatchObject({ status });
      expect(await openCheckout(watch.id, caller)).toMatchObject({ status });
      const path = `/api/client/plan-requests/${randomUUID()}/withdraw`;
      expect(await fixture.post(caller, path, {})).toMatchObject({ status });
    }
  });

  test("is emailed to the firm and the client once, and its withdrawal to the firm", async () => {
    await subscribe("active");
    await sendRequest({ kind: "change", tierId: shield.id, note: "For the audit." });
    await announce();
    await announce();
    const emails = await readEmails();
    expect(emails).toMatchObject([
      {
        kind: "plan-request-made",
        recipient: "desk@firm.example",
        subject: "Request from A company: Change to Shield",
        body_text: expect.stringContaining("For the audit."),
      },
      {
        kind: "plan-request-received",
        recipient: `${fixture.userA}@example.com`,
        body_text: expect.stringContaining("We'll reply within 24 hours."),
      },
    ]);
    await fixture.sql.query("update public.plan_requests set created_at = now() - interval '3 days'");
    await fixture.post("client", `/api/client/plan-requests/${await findRequestId()}/withdraw`, {});
    await announce();
    await announce();
    expect((await readEmails()).map(({ kind }) => kind)).toEqual([
      ...emails.map(({ kind }) => kind),
      "plan-request-withdrawn",
    ]);
  });

  test("to keep one of several plans names the reason why it is rejected", async () => {
    const { id } = await subscribe("active");
    await subscribe("active", { tier: shield.id });
    await fixture.sql.query("update public.client_subscriptions set ends_on = '2027-01-20' where id = $1", [
      id,
    ]);
    expect(await sendRequest({ kind: "keep", note: "" })).toEqual({
      status: 409,
      body: {
        success: false,
        code: "duplicate_plans",
        error: "You have more than one plan. Send us a message about the one that you want to keep.",
      },
    });
    expect(await readRequests()).toEqual([]);
  });

  test("is rejected if the plan becomes another client's while it is sent", async () => {
    const { id } = await subscribe("active");
    const other = await fixture.sql.connect();
    try {
      await other.query("begin");
      await other.query(
        "select pg_advisory_xact_lock(hashtextextended('plan_requests ' || $1::uuid::text, 0))",
        [fixture.clientA],
      );
      const response = requestCancellation();
      await expect
        .poll(
          async () =>
            (await readRows("select from pg_locks where locktype = 'advisory' and not granted")).length,
        )
        .toBe(1);
      await other.query("update public.client_subscriptions set client_id = $2 where id = $1", [
        id,
        fixture.clientB,
      ]);
      await other.query("commit");
      expect(await response).toMatchObject({ status: 404, body: { code: "unknown_plan" } });
    } finally {
      other.release();
    }
    expect(await readRequests()).toEqual([]);
  });

  test.each([
    ["cancel", "off", "End the plan in Square before you answer."],
    ["cancel", "on", "To end the plan and answer in one step, select End plan."],
    ["keep", "off", "To keep the plan, undo the cancellation in Square before Jan 20, 2027, then answer."],
    ["keep", "on", "To keep the plan and answer in one step, select Keep plan before Jan 20, 2027."],
  ])("to %s the plan, while creating invoices is %s, is emailed with the next step", async (kind, setting, text) => {
    const { id } = await subscribe("active");
    await fixture.sql.query("update public.client_subscriptions set ends_on = $2 where id = $1", [
      ...[id, kind === "keep" ? "2027-01-20" : null],
    ]);
    await fixture.sql.query("update public.square_settings set creates_invoices = $1", [setting === "on"]);
    expect(await sendRequest({ kind, note: "" })).toMatchObject({ status: 201 });
    await announce();
    expect((await readEmails())[0]?.body_text).toContain(text);
  });

  test("that is withdrawn before it was announced causes no email", async () => {
    await subscribe("active");
    await requestCancellation();
    await fixture.post("client", `/api/client/plan-requests/${await findRequestId()}/withdraw`, {});
    await announce();
    expect(await readEmails()).toEqual([]);
  });
});

describe("an answer", () => {
  const answer = (id: string, body: unknown, as: "administrator" | "client" | "visitor" = "administrator") =>
    fixture.post(as, `/api/admin/plan-requests/${id}/answer`, body);

  test("is stored, emailed to the client and recorded in the audit log", async () => {
    await subscribe("active");
    await requestCancellation();
    const id = await findRequestId();
    expect(await answer(id, { answer: "Done. Your plan ends on January 20." })).toEqual({
      status: 200,
      body: { success: true },
    });
    expect(await readRequests()).toMatchObject([
      {
        status: "answered",
        answer: "Done. Your plan ends on January 20.",
        answered_by: fixture.administratorId,
      },
    ]);
    expect(await readEmails()).toMatchObject([
      {
        kind: "plan-request-answered",
        recipient: `${fixture.userA}@example.com`,
        subject: "Wardline answered your plan request: Cancellation on Jan 20, 2027",
        body_text: expect.stringContaining("Done. Your plan ends on January 20."),
      },
    ]);
    expect(await readRows("select actor_id, action, table_name from public.audit_log")).toEqual([
      { actor_id: fixture.administratorId, action: "update", table_name: "plan_requests" },
    ]);
  });

  test("is rejected twice, after a withdrawal, without text, and for an unknown request", async () => {
    await subscribe("active");
    await requestCancellation();
    const id = await findRequestId();
    expect(await answer(id, { answer: " " })).toMatchObject({ status: 400 });
    const responses = await Promise.all([answer(id, { answer: "Yes." }), answer(id, { answer: "No." })]);
    expect(responses.map(({ status }) => status).sort()).toEqual([200, 409]);
    expect(await readEmails()).toHaveLength(1);
    await requestCancellation();
    const withdrawn = await findRequestId();
    await fixture.post("client", `/api/client/plan-requests/${withdrawn}/withdraw`, {});
    expect(await answer(withdrawn, { answer: "Yes." })).toMatchObject({ status: 409 });
    for (const unknown of [randomUUID(), "1"]) {
      expect(await answer(unknown, { answer: "Yes." })).toMatchObject({ status: 404 });
    }
  });

  test("is rejected from clients and visitors", async () => {
    await subscribe("active");
    await requestCancellation();
    const id = await findRequestId();
    expect(await answer(id, { answer: "Yes." }, "client")).toMatchObject({ status: 403 });
    expect(await answer(id, { answer: "Yes." }, "visitor")).toMatchObject({ status: 401 });
    expect(await readRequests()).toMatchObject([{ status: "open" }]);
  });
});
