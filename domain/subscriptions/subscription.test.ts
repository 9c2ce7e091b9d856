import { expect, test } from "vitest";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import { cents } from "#domain/money/money.ts";
import {
  averageMrrPerClient,
  isActiveSubscription,
  SUBSCRIPTION_STATUSES,
  type SubscriptionTerms,
  subscriptionNote,
  subscriptionStatusBadge,
} from "#domain/subscriptions/subscription.ts";
import { unknownValue } from "#domain/test-support/unknown-value.ts";

test("averages MRR over active subscriptions in rounded cents, and returns 0 without any", () => {
  expect(averageMrrPerClient(cents(149_999), 2)).toBe(75_000);
  expect(averageMrrPerClient(cents(0), 0)).toBe(0);
});

test("labels past_due as Past Due, and shows an unknown status as neutral", () => {
  expect(subscriptionStatusBadge("past_due")).toEqual({ label: "Past Due", tone: "negative" });
  expect(subscriptionStatusBadge(unknownValue("trial")).tone).toBe("neutral");
});

test("notes when a subscription starts or ends, or that Square can't charge the client", () => {
  const terms: SubscriptionTerms = {
    status: "active",
    square_status: "ACTIVE",
    starts_on: calendarDate("2026-01-01"),
    ends_on: null,
  };
  expect(subscriptionNote(terms)).toBeNull();
  expect(subscriptionNote({ ...terms, ends_on: calendarDate("2026-03-31") })).toBe("Ends Mar 31, 2026");
  expect(subscriptionNote({ ...terms, status: "cancelled", ends_on: calendarDate("2026-03-31") })).toBe(
    "Ended Mar 31, 2026",
  );
  const paused: SubscriptionTerms = { ...terms, status: "paused" };
  expect(subscriptionNote({ ...paused, square_status: "PENDING" })).toBe("Starts Jan 1, 2026");
  expect(subscriptionNote({ ...paused, square_status: "DEACTIVATED" })).toBe(
    "Square can't charge this client",
  );
  expect(subscriptionNote({ ...paused, square_status: "PAUSED" })).toBeNull();
});

test.each([
  [100, 3, 33],
  [200, 3, 67],
  [1, 2, 1],
  [0, 5, 0],
  [49_999, 1, 49_999],
])("averages %d cents over %d subscriptions to %d cents", (revenue, subscriptions, expected) => {
  expect(averageMrrPerClient(cents(revenue), subscriptions)).toBe(expected);
});

test("treats only active subscriptions as active, not those that are past due", () => {
  expect(SUBSCRIPTION_STATUSES.filter((status) => isActiveSubscription({ status }))).toEqual(["active"]);
});

test.each<[string, Partial<SubscriptionTerms>, string | null]>([
  ["pending without a start date", { square_status: "PENDING", starts_on: null }, null],
  [
    "pending with an end date",
    { square_status: "PENDING", ends_on: calendarDate("2026-03-31") },
    "Starts Jan 1, 2026",
  ],
  [
    "deactivated with an end date",
    { square_status: "DEACTIVATED", ends_on: calendarDate("2026-03-31") },
    "Square can't charge this client",
  ],
  ["canceled without an end date", { status: "cancelled", square_status: "CANCELED" }, null],
  [
    "past due with an end date",
    { status: "past_due", ends_on: calendarDate("2028-02-29") },
    "Ends Feb 29, 2028",
  ],
  ["not from Square", { square_status: null }, null],
])("has a note when it is %s", (_terms, change, note) => {
  const terms: SubscriptionTerms = {
    status: "active",
    square_status: "ACTIVE",
    starts_on: calendarDate("2026-01-01"),
    ends_on: null,
  };
  expect(subscriptionNote({ ...terms, ...change })).toBe(note);
});
