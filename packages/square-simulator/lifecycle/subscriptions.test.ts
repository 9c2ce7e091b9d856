import { expect, test } from "vitest";
import { callApi, createTestSimulator } from "../test-support/test-simulator.ts";

const DAY_MS = 86_400_000;

async function createTestSubscription(fields: Record<string, unknown> = {}) {
  const simulator = createTestSimulator();
  const token = simulator.personalAccessToken;
  const state = simulator.state();
  const body = {
    location_id: state.merchant.main_location_id,
    customer_id: Object.keys(state.customers)[0],
    plan_variation_id: simulator.plans()[0]?.variationId,
    ...fields,
  };
  const { body: response } = await callApi(simulator, "/v2/subscriptions", { token, body });
  const subscription = state.subscriptions[response.subscription.id];
  if (!subscription) {
    throw new Error("The subscription was not created.");
  }
  const send = (path: string, body = {}) =>
    callApi(simulator, `/v2/subscriptions/${subscription.id}/${path}`, { token, body });
  const newest = () => state.invoices[subscription.invoice_ids?.[0] ?? ""];
  return { simulator, subscription, send, newest };
}

test("bills each period in advance and stays active without payment", async () => {
  const { simulator, subscription, newest } = await createTestSubscription();
  expect(subscription.charged_through_date).toBe("2026-12-20");
  expect(newest()?.status).toBe("UNPAID");
  await simulator.advanceClock(65 * DAY_MS);
  expect(subscription.invoice_ids).toHaveLength(3);
  expect([subscription.status, subscription.charged_through_date]).toEqual(["ACTIVE", "2027-02-20"]);
  await simulator.close();
});

test("charges a card on file, and leaves the invoice unpaid if the card is declined", async () => {
  const { simulator, newest } = await createTestSubscription({ card_id: "ccof:test" });
  expect(newest()?.status).toBe("PAID");
  simulator.setBehavior({ cardsDeclined: true });
  await simulator.advanceClock(31 * DAY_MS);
  expect(newest()?.status).toBe("UNPAID");
  expect(simulator.journal().map(({ type }) => type)).toContain("invoice.scheduled_charge_failed");
  await simulator.close();
});

test("a canceled subscription stays active until the paid period ends and is not billed again", async () => {
  const { simulator, subscription, send } = await createTestSubscription();
  await send("cancel");
  expect([subscription.status, subscription.canceled_date]).toEqual(["ACTIVE", "2026-12-20"]);
  expect((await send("cancel")).status).toBe(400);
  await simulator.advanceClock(60 * DAY_MS);
  expect(subscription.status).toBe("CANCELED");
  expect(subscription.invoice_ids).toHaveLength(1);
  await simulator.close();
});

test("deleting the scheduled cancellation keeps the subscription, which is billed again", async () => {
  const { simulator, subscription, send } = await createTestSubscription();
  const { body } = await send("cancel");
  const remove = () =>
    callApi(simulator, `/v2/subscriptions/${subscription.id}/actions/${body.actions[0].id}`, {
      token: simulator.personalAccessToken,
      method: "DELETE",
    });
  expect((await remove()).status).toBe(200);
  expect([subscription.canceled_date, subscription.actions]).toEqual([undefined, undefined]);
  expect((await remove()).status).toBe(404);
  await simulator.advanceClock(60 * DAY_MS);
  expect(subscription.status).toBe("ACTIVE");
  expect(subscription.invoice_ids).toHaveLength(2);
  await simulator.close();
});

test("pauses after the paid period, and bills again after a resume", async () => {
  const { simulator, subscription, send } = await createTestSubscription();
  await send("pause");
  await simulator.advanceClock(45 * DAY_MS);
  expect(subscription.status).toBe("PAUSED");
  expect(subscription.invoice_ids).toHaveLength(1);
  await send("resume");
  await simulator.advanceClock(DAY_MS);
  expect(subscription.status).toBe("ACTIVE");
  expect(subscription.invoice_ids).toHaveLength(2);
  await simulator.close();
});

test("a subscription with a future start date is pending until then", async () => {
  const { simulator, subscription } = await createTestSubscription({ start_date: "2026-12-01" });
  expect([subscription.status, subscription.invoice_ids]).toEqual(["PENDING", undefined]);
  await simulator.advanceClock(11 * DAY_MS);
  expect([subscription.status, subscription.invoice_ids?.length]).toEqual(["ACTIVE", 1]);
  await simulator.close();
});
