import { Hono } from "hono";
import { beforeEach, expect, test } from "vitest";
import { createPlanRoutes } from "#server/api/client/plans.ts";
import { createClientGroup } from "#server/api/route-groups.ts";
import { createSessions } from "#server/auth/sessions.ts";
import { createErrorHandler } from "#server/http/errors.ts";
import { createLogger } from "#server/observability/logger.ts";
import { createPlanEnvironment, type PlanEnvironment } from "#tests/support/square/plan-environment.ts";

const OPEN = { status: 409, code: "checkout_open" };

let fixture: PlanEnvironment;
beforeEach(async () => {
  fixture = await createPlanEnvironment();
  await fixture.runJobs();
  await fixture.pool.query(
    "update public.subscription_tiers set square_checkout_url = 'https://square.link/u/a'",
  );
  await fixture.openCheckout(0);
  // The database uses its own clock.
  await fixture.pool.query("update public.plan_checkouts set started_at = now()");
  fixture.clock.now = new Date(fixture.clock.now.getTime() + 6 * 60_000);
});

async function start({ isRepeated = false } = {}): Promise<{ status: number; code?: unknown }> {
  const { payments, client } = fixture;
  const { database, now } = payments;
  const sessions = createSessions(
    async () => ({
      ...{ sub: client.userId, role: "authenticated", aal: "aal1" },
      ...{ email: client.email, app_metadata: { role: "client" } },
    }),
    async () => true,
  );
  const app = new Hono()
    .onError(createErrorHandler(createLogger("silent")))
    .route("/", createClientGroup({ sessions }).route("/", createPlanRoutes({ database, now, payments })));
  const response = await app.request("/api/client/plan-checkouts", {
    method: "POST",
    headers: { authorization: "Bearer client" },
    body: JSON.stringify({ tierId: fixture.findTier(1).id, isRepeated }),
  });
  return { status: response.status, code: (await response.json()).code };
}
const listSyncs = () => fixture.readRows("select status from private.sync_runs where cause = 'checkout'");

test("finds a plan that was paid if its event was lost, so that no second one is started", async () => {
  fixture.holdEvents();
  await fixture.checkOut(0);
  expect(await start()).toEqual(OPEN);
  await fixture.runJobs();
  expect(await listSyncs()).toEqual([{ status: "succeeded" }]);
  expect(await fixture.readRows("select status from public.client_subscriptions")).toEqual([
    { status: "active" },
  ]);
  expect(await start({ isRepeated: true })).toEqual({ status: 409, code: "plan_exists" });
});

test("starts at most one sync in 5 minutes", async () => {
  await Promise.all([start(), start()]);
  await fixture.runJobs();
  await start();
  expect(await listSyncs()).toHaveLength(1);
  fixture.clock.now = new Date(fixture.clock.now.getTime() + 5 * 60_000);
  await start();
  expect(await listSyncs()).toHaveLength(2);
});

test("starts no sync without a connected account", async () => {
  await fixture.pool.query("update private.provider_connections set revoked_at = now()");
  expect(await start()).toEqual(OPEN);
  expect(await listSyncs()).toEqual([]);
});
