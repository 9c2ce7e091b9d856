import { expect, test } from "vitest";
import {
  averageMrrPerClient,
  type SubscriptionTerms,
  subscriptionNote,
  subscriptionStatus,
} from "#domain/subscriptions/subscription.ts";

test("averages MRR over active subscriptions in rounded cents, and returns 0 without any", () => {
  expect(averageMrrPerClient(149_999, 2)).toBe(75_000);
  expect(averageMrrPerClient(0, 0)).toBe(0);
});

test("labels past_due as Past Due, and shows an unknown status as neutral", () => {
  expect(subscriptionStatus("past_due")).toEqual({ label: "Past Due", tone: "negative" });
  expect(subscriptionStatus("trial" as never).tone).toBe("neutral");
});

test("notes when a subscription starts or ends, or that Square can't charge the client", () => {
  const terms: SubscriptionTerms = {
    status: "active",
    square_status: "ACTIVE",
    starts_on: "2026-01-01",
    ends_on: null,
  };
  expect(subscriptionNote(terms)).toBeNull();
  expect(subscriptionNote({ ...terms, ends_on: "2026-03-31" })).toBe("Ends Mar 31, 2026");
  expect(subscriptionNote({ ...terms, status: "cancelled", ends_on: "2026-03-31" })).toBe(
    "Ended Mar 31, 2026",
  );
  const paused: SubscriptionTerms = { ...terms, status: "paused" };
  expect(subscriptionNote({ ...paused, square_status: "PENDING" })).toBe("Starts Jan 1, 2026");
  expect(subscriptionNote({ ...paused, square_status: "DEACTIVATED" })).toBe(
    "Square can't charge this client",
  );
  expect(subscriptionNote({ ...paused, square_status: "PAUSED" })).toBeNull();
});
