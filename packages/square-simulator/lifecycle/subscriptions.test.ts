import { expect, test } from "vitest";
import { aSimulator, call } from "../test-support/a-simulator.ts";

const DAY_MS = 86_400_000;

async function aSubscription(fields: Record<string, unknown> = {}) {
  const simulator = aSimulator();
  const token = simulator.personalAccessToken;
  const state = simulator.state();
  const body = {
    location_id: state.merchant.main_location_id,
    customer_id: Object.keys(state.customers)[0],
    plan_variation_id: simulator.plans()[0]?.variationId,
    ...fields,
  };
  const { body: answer } = await call(simulator, "/v2/subscriptions", { token, body });
  const subscription = state.subscriptions[answer.subscription.id];
  if (!subscription) throw new Error("It was not created.");
  const order = (path: string, body = {}) =>
    call(simulator, `/v2/subscriptions/${subscription.id}/${path}`, { token, body });
  const newest = () => state.invoices[subscription.invoice_ids?.[0] ?? ""];
  return { simulator, subscription, order, newest };
}

test("each period is billed in advance, and stays active though nobody pays", async () => {
  const { simulator, subscription, newest } = await aSubscription();
  expect(subscription.charged_through_date).toBe("2026-12-20");
  expect(newest()?.status).toBe("UNPAID");
  await simulator.advanceClock(65 * DAY_MS);
  expect(subscription.invoice_ids).toHaveLength(3);
  expect([subscription.status, subscription.charged_through_date]).toEqual(["ACTIVE", "2027-02-20"]);
  await simulator.close();
});

test("a card on file is charged, and when it is declined the invoice waits for the client", async () => {
  const { simulator, newest } = await aSubscription({ card_id: "ccof:test" });
  expect(newest()?.status).toBe("PAID");
  simulator.behave({ cardsDeclined: true });
  await simulator.advanceClock(31 * DAY_MS);
  expect(newest()?.status).toBe("UNPAID");
  expect(simulator.journal().map(({ type }) => type)).toContain("invoice.scheduled_charge_failed");
  await simulator.close();
});

test("a canceled subscription stays active until the paid period ends, and is not billed again", async () => {
  const { simulator, subscription, order } = await aSubscription();
  await order("cancel");
  expect([subscription.status, subscription.canceled_date]).toEqual(["ACTIVE", "2026-12-21"]);
  expect((await order("cancel")).status).toBe(400);
  await simulator.advanceClock(60 * DAY_MS);
  expect(subscription.status).toBe("CANCELED");
  expect(subscription.invoice_ids).toHaveLength(1);
  await simulator.close();
});

test("a pause begins after the paid period and a resume bills again", async () => {
  const { simulator, subscription, order } = await aSubscription();
  await order("pause");
  await simulator.advanceClock(45 * DAY_MS);
  expect(subscription.status).toBe("PAUSED");
  expect(subscription.invoice_ids).toHaveLength(1);
  await order("resume");
  await simulator.advanceClock(DAY_MS);
  expect(subscription.status).toBe("ACTIVE");
  expect(subscription.invoice_ids).toHaveLength(2);
  await simulator.close();
});

test("a subscription with a later start is pending until then", async () => {
  const { simulator, subscription } = await aSubscription({ start_date: "2026-12-01" });
  expect([subscription.status, subscription.invoice_ids]).toEqual(["PENDING", undefined]);
  await simulator.advanceClock(11 * DAY_MS);
  expect([subscription.status, subscription.invoice_ids?.length]).toEqual(["ACTIVE", 1]);
  await simulator.close();
});
