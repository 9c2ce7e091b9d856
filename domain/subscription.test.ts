import { expect, test } from "vitest";
import { averageMrr, monthlyRecurringRevenue, subscriptionStatus } from "#domain/subscription.ts";

const aSubscription = (status: string, monthly_price: number | string) => ({
  status,
  subscription_tiers: { monthly_price },
});

test("only active subscriptions bring revenue", () => {
  const subscriptions = [
    aSubscription("active", "499.99"),
    aSubscription("active", 1000),
    aSubscription("paused", 5000),
    aSubscription("past_due", 5000),
    aSubscription("cancelled", 5000),
  ];
  expect(monthlyRecurringRevenue(subscriptions)).toBe(149_999);
  expect(averageMrr(subscriptions)).toBe(75_000);
});

test("the average of nobody is zero", () => {
  expect(averageMrr([])).toBe(0);
  expect(averageMrr([aSubscription("paused", 10)])).toBe(0);
  expect(monthlyRecurringRevenue([{ status: "active", subscription_tiers: null }])).toBe(0);
});

test("past_due reads Past Due, an unknown status is neutral", () => {
  expect(subscriptionStatus("past_due")).toEqual({ label: "Past Due", tone: "negative" });
  expect(subscriptionStatus("trial").tone).toBe("neutral");
});
