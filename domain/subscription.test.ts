import { expect, test } from "vitest";
import {
  averageMrr,
  monthlyRecurringRevenue,
  subscriptionNote,
  subscriptionStatus,
} from "#domain/subscription.ts";

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

test("beneath a status stands when it begins or ends, or that Square cannot bill it", () => {
  const terms = { status: "active", square_status: "ACTIVE", starts_on: "2026-01-01", ends_on: null };
  expect(subscriptionNote(terms)).toBeNull();
  expect(subscriptionNote({ ...terms, ends_on: "2026-03-31" })).toBe("ends on Mar 31, 2026");
  expect(subscriptionNote({ ...terms, status: "cancelled", ends_on: "2026-03-31" })).toBe(
    "ended on Mar 31, 2026",
  );
  const paused = { ...terms, status: "paused" };
  expect(subscriptionNote({ ...paused, square_status: "PENDING" })).toBe("starts on Jan 1, 2026");
  expect(subscriptionNote({ ...paused, square_status: "DEACTIVATED" })).toBe("Square cannot bill it");
  expect(subscriptionNote({ ...paused, square_status: "PAUSED" })).toBeNull();
});
