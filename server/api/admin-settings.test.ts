import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { beforeAll, describe, expect, test } from "vitest";
import { PERIOD_NAMES, RETENTION_PERIODS, type RetentionPeriods } from "#domain/retention.ts";
import { adminFirm } from "#server/api/admin-firm.ts";
import { adminSignInAttempts } from "#server/api/admin-sign-in-attempts.ts";
import { adminTiers } from "#server/api/admin-tiers.ts";
import { firmRecipients } from "#server/email/to-the-firm.ts";
import type { StatedPeriods } from "#server/stated-periods.ts";
import { type ApiCallers, apiCallers } from "#tests/support/api-callers.ts";

let world: ApiCallers;
let stated: StatedPeriods;
beforeAll(async () => {
  world = await apiCallers((parts) => {
    stated = parts.statedPeriods;
    return new Hono()
      .route("/", adminTiers(parts))
      .route("/", adminFirm(parts))
      .route("/", adminSignInAttempts(parts));
  });
});

const TIERS = "/api/admin/tiers";
const FIRM = "/api/admin/settings/firm";
const RETENTION = "/api/admin/settings/retention";
const aTier = (change: object = {}) => ({
  name: `Tier ${randomUUID()}`,
  monthlyPrice: 100,
  features: ["Hotline"],
  isPopular: false,
  isActive: true,
  checkoutUrl: null,
  ...change,
});
const periods = (change: Partial<RetentionPeriods> = {}) => ({
  ...Object.fromEntries(PERIOD_NAMES.map((name) => [name, 24])),
  ...change,
});
const firm = (change: object = {}) => ({
  manage_plan: null,
  subscription: "https://app.squareup.com/dashboard/subscriptions-list/{id}",
  invoice: "https://app.squareup.com/dashboard/invoices/{id}",
  recipients: [],
  ...change,
});

async function stored(id: unknown) {
  const { rows } = await world.sql.query("select * from public.subscription_tiers where id = $1", [id]);
  return rows[0];
}

async function lastAct(table: string) {
  const { rows } = await world.sql.query(
    "select actor_id, actor, action, before, after from public.audit_log where table_name = $1 order by id desc limit 1",
    [table],
  );
  return rows[0];
}

describe.each([
  ["POST", TIERS, aTier()],
  ["PUT", `${TIERS}/${randomUUID()}`, aTier()],
  ["POST", `${TIERS}/order`, { ids: [randomUUID()] }],
  ["PUT", FIRM, firm()],
  ["PUT", RETENTION, periods()],
  ["GET", "/api/admin/sign-in-attempts", undefined],
])("%s %s", (method, path, body) => {
  test("refuses clients and visitors", async () => {
    expect((await world.call("client", method, path, body)).status).toBe(403);
    expect((await world.call("visitor", method, path, body)).status).toBe(401);
  });
});

describe("support plans", () => {
  test("are added at the end, changed, and both are filed with who, before and after", async () => {
    const first = await world.post("administrator", TIERS, aTier());
    const added = await world.post("administrator", TIERS, aTier({ name: "Guard" }));
    expect(added.status).toBe(201);
    expect((await stored(added.body.id)).display_order).toBeGreaterThan(
      (await stored(first.body.id)).display_order,
    );
    const change = aTier({ name: "Guard", monthlyPrice: 99.5, checkoutUrl: "https://square.link/u/abc" });
    const changed = await world.call("administrator", "PUT", `${TIERS}/${added.body.id}`, change);
    expect(changed.status).toBe(200);
    expect(await stored(added.body.id)).toMatchObject({
      monthly_price: "99.50",
      features: ["Hotline"],
      square_checkout_url: "https://square.link/u/abc",
    });
    expect(await lastAct("subscription_tiers")).toMatchObject({
      actor_id: world.administratorId,
      actor: `${world.administratorId}@example.com`,
      action: "update",
      before: { monthly_price: 100 },
      after: { monthly_price: 99.5 },
    });
  });

  test.each([
    ["a foreign checkout link", { checkoutUrl: "https://evil.example/pay" }, 400],
    ["a script for a checkout link", { checkoutUrl: "javascript:alert(1)" }, 400],
    ["a negative price", { monthlyPrice: -1 }, 400],
    ["a price in words", { monthlyPrice: "ten" }, 400],
    ["no name", { name: " " }, 400],
    ["a NUL", { name: "a\0b" }, 400],
    ["a name in use", { name: "Taken" }, 409],
  ])("refuse %s and store nothing", async (_, change, status) => {
    await world.post("administrator", TIERS, aTier({ name: "Taken" }));
    const count = async () => (await world.sql.query("select from public.subscription_tiers")).rowCount;
    const before = await count();
    expect((await world.post("administrator", TIERS, aTier(change))).status).toBe(status);
    expect(await count()).toBe(before);
  });

  test("an unknown one is 404, whatever its id looks like", async () => {
    for (const id of [randomUUID(), "1", "%00"])
      expect((await world.call("administrator", "PUT", `${TIERS}/${id}`, aTier())).status).toBe(404);
  });

  test("are put in another order as a whole, or not at all", async () => {
    const ids = async () =>
      (
        await world.sql.query<{ id: string }>(
          "select id from public.subscription_tiers order by display_order, id",
        )
      ).rows.map(({ id }) => id);
    await world.post("administrator", TIERS, aTier());
    const turned = (await ids()).reverse();
    expect((await world.post("administrator", `${TIERS}/order`, { ids: turned })).status).toBe(200);
    expect(await ids()).toEqual(turned);
    const stale = await world.post("administrator", `${TIERS}/order`, { ids: turned.slice(1) });
    expect(stale).toMatchObject({ status: 409, body: { code: "stale_order" } });
    expect(await ids()).toEqual(turned);
  });
});

describe("the firm's settings", () => {
  test("lead clients to Square alone, and say whom to mail", async () => {
    const recipients = ["desk@firm.example", "owner@firm.example"];
    const manage_plan = "https://squareup.com/manage";
    expect((await world.call("administrator", "PUT", FIRM, firm({ manage_plan, recipients }))).status).toBe(
      200,
    );
    const told = await world.database.bypassingPolicies({ reason: "test" }, (query) =>
      firmRecipients(query, { mail: { smtpUrl: undefined, from: undefined, contactTo: "x@firm.example" } }),
    );
    expect(told).toEqual(recipients);
    expect(await lastAct("square_links")).toMatchObject({
      actor_id: world.administratorId,
      before: { template: null },
      after: { template: manage_plan },
    });
  });

  test.each([
    { manage_plan: "https://evil.example/" },
    { manage_plan: "javascript:alert(1)" },
    { subscription: "https://evil.example/{id}" },
    { invoice: "https://app.squareup.com/x" },
    { recipients: ["a@b.example\r\nBcc: c@d.example"] },
    { recipients: "all" },
  ])("refuse %j", async (change) => {
    expect((await world.call("administrator", "PUT", FIRM, firm(change))).status).toBe(400);
  });

  test("cannot lead elsewhere past the server either", async () => {
    const link = "update public.square_links set template = $1 where purpose = 'manage_plan'";
    for (const elsewhere of ["https://evil.example/", "https://squareup.com.evil.example/{id}"])
      await expect(world.sql.query(link, [elsewhere])).rejects.toThrow(/square_links_template_at_square/);
  });
});

describe("the retention periods", () => {
  test("are stored, audited, and stated on the contact page from then on", async () => {
    const wanted = periods({ inquiry_months: 7, audit_log_months: 12 });
    expect((await world.call("administrator", "PUT", RETENTION, wanted)).status).toBe(200);
    expect(stated.months()).toEqual({ inquiries: 7, attempts: 24 });
    expect(await lastAct("retention_periods")).toMatchObject({ after: { inquiry_months: 7 } });
  });

  test("refuse an audit log shorter than a year, halves and words", async () => {
    for (const change of [{ audit_log_months: 11 }, { inquiry_months: 0.5 }, { session_days: Number.NaN }])
      expect((await world.call("administrator", "PUT", RETENTION, periods(change))).status).toBe(400);
    expect((await world.call("administrator", "PUT", RETENTION, { inquiry_months: 3 })).status).toBe(400);
  });

  test.each(PERIOD_NAMES)("the table has the form's own bounds for %s", async (name) => {
    const { shortest, longest } = RETENTION_PERIODS[name];
    const store = (value: number) =>
      world.sql.query(`update public.retention_periods set ${name} = $1`, [value]);
    await store(shortest);
    await store(longest);
    await expect(store(shortest - 1)).rejects.toThrow("check constraint");
    await expect(store(longest + 1)).rejects.toThrow("check constraint");
  });
});

describe("sign-in attempts", () => {
  const at = (query: string) => world.call("administrator", "GET", `/api/admin/sign-in-attempts${query}`);

  test("are listed by page, the newest first, and found by address and outcome", async () => {
    await world.sql.query(
      `insert into private.sign_in_attempts (email, outcome, address, user_agent, created_at)
       select 'p' || n || '@example.com', case when n % 2 = 0 then 'succeeded' else 'wrong-credentials' end,
              '198.51.100.' || n, 'Firefox', '2026-01-01'::timestamptz + make_interval(mins => n)
         from generate_series(1, 30) as n`,
    );
    const first = await at("");
    expect(first.body).toMatchObject({ total: 30, from: 0 });
    expect(first.body.rows).toHaveLength(25);
    expect((first.body.rows as { email: string }[])[0]?.email).toBe("p30@example.com");
    expect((await at("?page=2")).body).toMatchObject({ from: 25 });
    expect((await at("?page=9")).body).toMatchObject({ from: 0 });
    expect((await at("?search=P7@Example")).body).toMatchObject({ total: 1 });
    expect((await at("?search=198.51.100.7")).body).toMatchObject({ total: 1 });
    expect((await at("?search=%25")).body).toMatchObject({ total: 0 });
    expect((await at("?outcome=succeeded")).body).toMatchObject({ total: 15 });
  });

  test.each(["?page=0", "?page=x", "?page=1e99", "?search=%00"])("refuse %s", async (query) => {
    expect((await at(query)).status).toBe(400);
  });
});
