import { expect, test } from "vitest";
import { averageMrr, subscriptionNote, subscriptionStatus } from "#domain/subscription.ts";

test("the average is over active subscriptions, rounded to the cent, and zero of nobody", () => {
  expect(averageMrr(149_999, 2)).toBe(75_000);
  expect(averageMrr(0, 0)).toBe(0);
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
