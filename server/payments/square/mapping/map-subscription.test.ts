import type { Square } from "square";
import { describe, expect, test } from "vitest";
import { mapSubscription } from "./map-subscription.ts";

const BASE_SUBSCRIPTION: Square.Subscription = {
  id: "S1",
  planVariationId: "V1",
  customerId: "C1",
  status: "ACTIVE",
  startDate: "2026-01-01",
  chargedThroughDate: "2026-01-31",
  invoiceIds: ["inv:0-new", "inv:0-old"],
  version: 1_700_000_000_001n,
};

test("maps a subscription with the customer's current data", () => {
  const customer = { id: "C2", emailAddress: "Ada@Example.com", givenName: "Ada", familyName: "M" };
  expect(mapSubscription(BASE_SUBSCRIPTION, customer)).toEqual({
    id: "S1",
    planVariationId: "V1",
    payer: { customerId: "C2", referenceId: null, name: "Ada M", emails: ["ada@example.com"] },
    status: "active",
    providerStatus: "ACTIVE",
    startsOn: "2026-01-01",
    endsOn: null,
    currentPeriodEnd: "2026-01-31",
    billedPrice: null,
    newestInvoiceId: "inv:0-new",
    version: 1_700_000_000_001,
  });
});

test("maps a price override to dollars, and one in another currency to null", () => {
  const getBilledPrice = (amount: bigint, currency: Square.Currency) =>
    mapSubscription({ ...BASE_SUBSCRIPTION, priceOverrideMoney: { amount, currency } }, undefined)
      ?.billedPrice;
  expect([getBilledPrice(120_005n, "USD"), getBilledPrice(5n, "JPY")]).toEqual(["1200.05", null]);
});

describe("each Square status", () => {
  test.each([
    ["ACTIVE", "active"],
    ["PENDING", "paused"],
    ["PAUSED", "paused"],
    ["DEACTIVATED", "paused"],
    ["CANCELED", "cancelled"],
    ["COMPLETED", "cancelled"],
    ["SOMETHING_NEW", "paused"],
    ["constructor", "paused"],
  ])("maps %s to %s", (status, expected) => {
    const subscription = { ...BASE_SUBSCRIPTION, status: status as Square.SubscriptionStatus };
    expect(mapSubscription(subscription, undefined)?.status).toBe(expected);
  });
});

test("returns null without an id, and ends the period on the start date before the first payment", () => {
  expect(mapSubscription({ ...BASE_SUBSCRIPTION, id: undefined }, undefined)).toBeNull();
  const unpaid = { ...BASE_SUBSCRIPTION, chargedThroughDate: undefined, invoiceIds: undefined };
  expect(mapSubscription(unpaid, undefined)).toMatchObject({
    payer: { customerId: "C1" },
    currentPeriodEnd: "2026-01-01",
    newestInvoiceId: null,
  });
});
