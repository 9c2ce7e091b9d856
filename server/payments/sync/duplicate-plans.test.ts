import { beforeEach, expect, test } from "vitest";
import { createAnnouncePlansJob } from "#server/jobs/email/announce-plans.ts";
import { updatePastDueStatuses } from "#server/payments/sync/store-subscriptions.ts";
import { createPlanEnvironment, type PlanEnvironment } from "#tests/support/square/plan-environment.ts";

let fixture: PlanEnvironment;

beforeEach(async () => {
  fixture = await createPlanEnvironment();
});

const readFlags = () => fixture.readRows("select client_id, plan_count from public.duplicate_plans");
const readOutcomes = async () =>
  (await fixture.readRows("select outcome from private.webhook_events")).map(({ outcome }) =>
    String(outcome),
  );
const announce = () => {
  const { database, jobs, config } = fixture.payments;
  return createAnnouncePlansJob({ database, jobs, config })({});
};
const readAlerts = () =>
  fixture.readRows(
    "select subject, body_text from private.email_outbox where kind = 'duplicate-plans' order by created_at",
  );

test("a second active plan is stored, counted in MRR and flagged", async () => {
  await fixture.checkOut(0);
  expect(await readFlags()).toEqual([]);
  await fixture.checkOut(3);
  expect(
    await fixture.readRows(
      `select tier.tier_name, subscription.status from public.client_subscriptions as subscription
         join public.subscription_tiers as tier on tier.id = subscription.tier_id order by tier.monthly_price`,
    ),
  ).toEqual([
    { tier_name: fixture.findTier(0).tier_name, status: "active" },
    { tier_name: fixture.findTier(3).tier_name, status: "active" },
  ]);
  expect((await readOutcomes()).filter((outcome) => outcome.startsWith("rejected"))).toEqual([]);
  const plans = fixture.simulator.plans();
  const bothCents = (plans[0]?.monthlyCents ?? 0) + (plans[3]?.monthlyCents ?? 0);
  expect(
    await fixture.readRows(
      "select active_count, monthly_revenue::float8 as revenue from public.subscription_totals()",
    ),
  ).toEqual([{ active_count: 2, revenue: bothCents / 100 }]);
  expect(await readFlags()).toEqual([{ client_id: fixture.client.id, plan_count: 2 }]);
});

test("a second active plan is also stored and flagged by a sync", async () => {
  fixture.holdEvents();
  await fixture.checkOut(0);
  await fixture.checkOut(3);
  expect(await readFlags()).toEqual([]);
  expect((await fixture.sync()).body).toMatchObject({ report: { subscriptions: { new: 2, rejected: [] } } });
  expect(await readFlags()).toEqual([{ client_id: fixture.client.id, plan_count: 2 }]);
});

test("the firm gets one email per occurrence", async () => {
  await fixture.checkOut(0);
  await announce();
  expect(await readAlerts()).toEqual([]);
  await fixture.checkOut(3);
  await announce();
  await fixture.sync();
  await announce();
  const [alert, ...others] = await readAlerts();
  expect(others).toEqual([]);
  expect(alert.subject).toBe("Ada Health is billed for 2 plans");
  expect(alert.body_text).toContain(fixture.findTier(0).tier_name);
  expect(alert.body_text).toContain(fixture.findTier(3).tier_name);

  // The firm cancels one in Square. Later, the client subscribes again.
  fixture.simulator.change(({ state }) => {
    const [first] = Object.values(state.subscriptions);
    if (first) {
      first.status = "CANCELED";
      first.version += 1;
    }
  });
  await fixture.pool.query("update public.client_subscriptions set status = 'cancelled' where tier_id = $1", [
    fixture.findTier(0).id,
  ]);
  expect(await readFlags()).toEqual([]);
  await fixture.checkOut(1);
  await announce();
  expect(await readAlerts()).toHaveLength(2);
});

test("a plan becomes active again after its invoice is paid, even if the client has another plan", async () => {
  await fixture.checkOut(0);
  await fixture.checkOut(3);
  const setInvoices = (status: string) =>
    fixture.pool.query(
      `update public.invoices set status = $1, total_paid_amount = case when $1 = 'paid' then amount else 0 end
        where square_subscription_id = (select square_subscription_id from public.client_subscriptions where tier_id = $2)`,
      [status, fixture.findTier(0).id],
    );
  const readStatuses = async () =>
    (
      await fixture.readRows(
        `select subscription.status from public.client_subscriptions as subscription
           join public.subscription_tiers as tier on tier.id = subscription.tier_id order by tier.monthly_price`,
      )
    ).map(({ status }) => status);
  const update = () =>
    fixture.payments.database.bypassPolicies({ reason: "test" }, (query) => updatePastDueStatuses(query));
  await setInvoices("overdue");
  await update();
  expect(await readStatuses()).toEqual(["past_due", "active"]);
  await setInvoices("paid");
  await update();
  expect(await readStatuses()).toEqual(["active", "active"]);
});

test("a subscription confirms only the checkout of its own plan", async () => {
  await fixture.openCheckout(0);
  await fixture.openCheckout(3);
  await fixture.checkOut(3);
  expect(
    await fixture.readRows(
      `select checkout.tier_id, subscription.tier_id as confirmed_tier, checkout.confirmed_at is not null as is_confirmed
         from public.plan_checkouts as checkout
         left join public.client_subscriptions as subscription on subscription.id = checkout.subscription_id
        order by is_confirmed`,
    ),
  ).toEqual([
    { tier_id: fixture.findTier(0).id, confirmed_tier: null, is_confirmed: false },
    { tier_id: fixture.findTier(3).id, confirmed_tier: fixture.findTier(3).id, is_confirmed: true },
  ]);
});

test("a subscription that started before the checkout was opened does not confirm it", async () => {
  fixture.holdEvents();
  await fixture.checkOut(0);
  fixture.clock.now = new Date(fixture.clock.now.getTime() + 5 * 86_400_000);
  await fixture.openCheckout(0);
  await fixture.sync();
  expect(await fixture.readRows("select confirmed_at from public.plan_checkouts")).toEqual([
    { confirmed_at: null },
  ]);
});
