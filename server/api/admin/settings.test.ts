import { randomUUID } from "node:crypto";
import { Hono } from "hono";
import { beforeAll, describe, expect, test } from "vitest";
import { RETENTION_PERIOD_NAMES, RETENTION_PERIODS, type RetentionPeriods } from "#domain/firm/retention.ts";
import { createFirmSettingsRoutes } from "#server/api/admin/firm-settings.ts";
import { createSignInAttemptRoutes } from "#server/api/admin/sign-in-attempts.ts";
import { createTierRoutes } from "#server/api/admin/tiers.ts";
import type { CallerEnv } from "#server/auth/guards.ts";
import { getFirmRecipients } from "#server/email/firm-email.ts";
import type { PublishedRetentionCache } from "#server/site/published-retention.ts";
import { type ApiEnvironment, createApiEnvironment } from "#tests/support/product/api-environment.ts";

let fixture: ApiEnvironment;
let publishedRetention: PublishedRetentionCache;
beforeAll(async () => {
  fixture = await createApiEnvironment((parts) => {
    publishedRetention = parts.publishedRetention;
    return new Hono<CallerEnv>()
      .route("/", createTierRoutes(parts))
      .route("/", createFirmSettingsRoutes(parts))
      .route("/", createSignInAttemptRoutes(parts));
  });
});

const TIERS = "/api/admin/tiers";
const FIRM = "/api/admin/settings/firm";
const RETENTION = "/api/admin/settings/retention";
const buildTierInput = (change: object = {}) => ({
  name: `Tier ${randomUUID()}`,
  monthlyPrice: 100,
  features: ["Hotline"],
  isPopular: false,
  isActive: true,
  checkoutUrl: null,
  ...change,
});
const buildPeriodsInput = (change: Partial<RetentionPeriods> = {}) => ({
  ...Object.fromEntries(RETENTION_PERIOD_NAMES.map((name) => [name, 24])),
  ...change,
});
const buildFirmInput = (change: object = {}) => ({
  manage_plan: null,
  subscription: "https://app.squareup.com/dashboard/subscriptions-list/{id}",
  invoice: "https://app.squareup.com/dashboard/invoices/{id}",
  recipients: [],
  ...change,
});

async function readTier(id: unknown) {
  const { rows } = await fixture.sql.query("select * from public.subscription_tiers where id = $1", [id]);
  return rows[0];
}

async function readLastAuditEntry(table: string) {
  const { rows } = await fixture.sql.query(
    "select actor_id, actor, action, before, after from public.audit_log where table_name = $1 order by id desc limit 1",
    [table],
  );
  return rows[0];
}

describe.each([
  ["POST", TIERS, buildTierInput()],
  ["PUT", `${TIERS}/${randomUUID()}`, buildTierInput()],
  ["POST", `${TIERS}/order`, { ids: [randomUUID()] }],
  ["PUT", FIRM, buildFirmInput()],
  ["PUT", RETENTION, buildPeriodsInput()],
  ["GET", "/api/admin/sign-in-attempts", undefined],
])("%s %s", (method, path, body) => {
  test("rejects clients and visitors", async () => {
    expect((await fixture.call("client", method, path, body)).status).toBe(403);
    expect((await fixture.call("visitor", method, path, body)).status).toBe(401);
  });
});

describe("support plans", () => {
  test("are added at the end and updated, and the audit log records the actor and both versions", async () => {
    const firstTier = await fixture.post("administrator", TIERS, buildTierInput());
    const addedTier = await fixture.post("administrator", TIERS, buildTierInput({ name: "Guard" }));
    expect(addedTier.status).toBe(201);
    expect((await readTier(addedTier.body.id)).display_order).toBeGreaterThan(
      (await readTier(firstTier.body.id)).display_order,
    );
    const change = buildTierInput({
      name: "Guard",
      monthlyPrice: 99.5,
      checkoutUrl: "https://square.link/u/abc",
    });
    const updateResponse = await fixture.call(
      "administrator",
      "PUT",
      `${TIERS}/${addedTier.body.id}`,
      change,
    );
    expect(updateResponse.status).toBe(200);
    expect(await readTier(addedTier.body.id)).toMatchObject({
      monthly_price: "99.50",
      features: ["Hotline"],
      square_checkout_url: "https://square.link/u/abc",
    });
    expect(await readLastAuditEntry("subscription_tiers")).toMatchObject({
      actor_id: fixture.administratorId,
      actor: `${fixture.administratorId}@example.com`,
      action: "update",
      before: { monthly_price: 100 },
      after: { monthly_price: 99.5 },
    });
  });

  test.each([
    ["a foreign checkout link", { checkoutUrl: "https://evil.example/pay" }, 400],
    ["a script for a checkout link", { checkoutUrl: "javascript:alert(1)" }, 400],
    ["a negative price", { monthlyPrice: -1 }, 400],
    ["a price that is not a number", { monthlyPrice: "ten" }, 400],
    ["no name", { name: " " }, 400],
    ["a NUL", { name: "a\0b" }, 400],
    ["a name in use", { name: "Taken" }, 409],
  ])("reject %s and store nothing", async (_, change, status) => {
    await fixture.post("administrator", TIERS, buildTierInput({ name: "Taken" }));
    const countTiers = async () =>
      (await fixture.sql.query("select from public.subscription_tiers")).rowCount;
    const countBefore = await countTiers();
    expect((await fixture.post("administrator", TIERS, buildTierInput(change))).status).toBe(status);
    expect(await countTiers()).toBe(countBefore);
  });

  test("return 404 for an unknown or malformed id", async () => {
    for (const id of [randomUUID(), "1", "%00"]) {
      expect((await fixture.call("administrator", "PUT", `${TIERS}/${id}`, buildTierInput())).status).toBe(
        404,
      );
    }
  });

  test("are reordered together or not at all", async () => {
    const listIds = async () =>
      (
        await fixture.sql.query<{ id: string }>(
          "select id from public.subscription_tiers order by display_order, id",
        )
      ).rows.map(({ id }) => id);
    await fixture.post("administrator", TIERS, buildTierInput());
    const reversedIds = (await listIds()).reverse();
    expect((await fixture.post("administrator", `${TIERS}/order`, { ids: reversedIds })).status).toBe(200);
    expect(await listIds()).toEqual(reversedIds);
    const stale = await fixture.post("administrator", `${TIERS}/order`, { ids: reversedIds.slice(1) });
    expect(stale).toMatchObject({ status: 409, body: { code: "stale_order" } });
    expect(await listIds()).toEqual(reversedIds);
  });
});

describe("the firm's settings", () => {
  test("store Square links and email recipients", async () => {
    const recipients = ["desk@firm.example", "owner@firm.example"];
    const manage_plan = "https://squareup.com/manage";
    expect(
      (await fixture.call("administrator", "PUT", FIRM, buildFirmInput({ manage_plan, recipients }))).status,
    ).toBe(200);
    const firmRecipients = await fixture.database.bypassPolicies({ reason: "test" }, (query) =>
      getFirmRecipients(query, {
        email: { contactTo: "x@firm.example" },
      }),
    );
    expect(firmRecipients).toEqual(recipients);
    expect(await readLastAuditEntry("square_links")).toMatchObject({
      actor_id: fixture.administratorId,
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
  ])("reject %j", async (change) => {
    expect((await fixture.call("administrator", "PUT", FIRM, buildFirmInput(change))).status).toBe(400);
  });

  test("cannot store a link to another site, even directly in the database", async () => {
    const updateLinkQuery = "update public.square_links set template = $1 where purpose = 'manage_plan'";
    for (const foreignUrl of ["https://evil.example/", "https://squareup.com.evil.example/{id}"]) {
      await expect(fixture.sql.query(updateLinkQuery, [foreignUrl])).rejects.toThrow(
        /square_links_template_check/,
      );
    }
  });
});

describe("the retention periods", () => {
  test("are stored, audited and shown on the contact page", async () => {
    const periods = buildPeriodsInput({ inquiry_months: 7, audit_log_months: 12 });
    expect((await fixture.call("administrator", "PUT", RETENTION, periods)).status).toBe(200);
    expect(publishedRetention.current()).toEqual({ inquiries: 7, attempts: 24 });
    expect(await readLastAuditEntry("retention_periods")).toMatchObject({ after: { inquiry_months: 7 } });
  });

  test("reject an audit log period below one year, fractions and text", async () => {
    for (const change of [{ audit_log_months: 11 }, { inquiry_months: 0.5 }, { session_days: Number.NaN }]) {
      expect((await fixture.call("administrator", "PUT", RETENTION, buildPeriodsInput(change))).status).toBe(
        400,
      );
    }
    expect((await fixture.call("administrator", "PUT", RETENTION, { inquiry_months: 3 })).status).toBe(400);
  });

  test.each(RETENTION_PERIOD_NAMES)("have the same limits in the table and the form for %s", async (name) => {
    const { min, max } = RETENTION_PERIODS[name];
    const storePeriod = (value: number) =>
      fixture.sql.query(`update public.retention_periods set ${name} = $1`, [value]);
    await storePeriod(min);
    await storePeriod(max);
    await expect(storePeriod(min - 1)).rejects.toThrow("check constraint");
    await expect(storePeriod(max + 1)).rejects.toThrow("check constraint");
  });
});

describe("sign-in attempts", () => {
  const listAttempts = (query: string) =>
    fixture.call("administrator", "GET", `/api/admin/sign-in-attempts${query}`);

  test("are listed by page, newest first, and filtered by address and outcome", async () => {
    await fixture.sql.query(
      `insert into private.sign_in_attempts (email, outcome, address, user_agent, created_at)
       select 'p' || n || '@example.com', case when n % 2 = 0 then 'succeeded' else 'wrong-credentials' end,
              '198.51.100.' || n, 'Firefox', '2026-01-01'::timestamptz + make_interval(mins => n)
         from generate_series(1, 30) as n`,
    );
    const firstPage = await listAttempts("");
    expect(firstPage.body).toMatchObject({ total: 30, from: 0 });
    expect(firstPage.body.rows).toHaveLength(25);
    expect((firstPage.body.rows as { email: string }[])[0]?.email).toBe("p30@example.com");
    expect((await listAttempts("?page=2")).body).toMatchObject({ from: 25 });
    expect((await listAttempts("?page=9")).body).toMatchObject({ from: 0 });
    expect((await listAttempts("?search=P7@Example")).body).toMatchObject({ total: 1 });
    expect((await listAttempts("?search=198.51.100.7")).body).toMatchObject({ total: 1 });
    expect((await listAttempts("?search=%25")).body).toMatchObject({ total: 0 });
    expect((await listAttempts("?outcome=succeeded")).body).toMatchObject({ total: 15 });
  });

  test.each(["?page=0", "?page=x", "?page=1e99", "?search=%00"])("reject %s", async (query) => {
    expect((await listAttempts(query)).status).toBe(400);
  });
});
