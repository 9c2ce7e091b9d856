import { expect, test } from "vitest";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import { instant } from "#domain/dates/instant.ts";
import { findLikelyCheckout, isDismissed, unmatchedPlanTitle } from "./unmatched-subscription.ts";

test("calls a plan paid only while it is active", () => {
  expect(unmatchedPlanTitle({ status: "active" })).toBe("Plan paid by an unknown customer");
  expect(unmatchedPlanTitle({ status: "paused" })).toBe("Plan started by an unknown customer");
});

test("is dismissed while it has a time of dismissal", () => {
  expect(isDismissed({ dismissed_at: instant("2026-11-24T20:00:00+00:00") })).toBe(true);
  expect(isDismissed({ dismissed_at: null })).toBe(false);
});

const opened = (client_id: string, started_at: string, tier_id = "watch") => ({
  client_id,
  tier_id,
  started_at: instant(started_at),
});
const paid = { tier_id: "watch", starts_on: calendarDate("2026-11-24") };

test("suggests the only open checkout of the plan", () => {
  const checkout = opened("a", "2026-11-24T20:00:00+00:00");
  const otherPlan = opened("b", "2026-11-24T20:00:00+00:00", "shield");
  expect(findLikelyCheckout(paid, [checkout, otherPlan])).toBe(checkout);
});

test("suggests a checkout that was opened after midnight UTC, before midnight at the location", () => {
  const checkout = opened("a", "2026-11-25T01:00:00+00:00");
  expect(findLikelyCheckout(paid, [checkout])).toBe(checkout);
});

test("suggests none if two clients opened the plan, or if the plan started before", () => {
  const first = opened("a", "2026-11-24T20:00:00+00:00");
  expect(findLikelyCheckout(paid, [first, opened("b", "2026-11-23T20:00:00+00:00")])).toBeNull();
  expect(findLikelyCheckout(paid, [opened("a", "2026-11-26T00:00:00+00:00")])).toBeNull();
  expect(findLikelyCheckout({ ...paid, starts_on: null }, [first])).toBeNull();
});

test("suggests a checkout only if it was opened within 7 days before the plan started", () => {
  const lastWeek = opened("a", "2026-11-17T00:00:00+00:00");
  expect(findLikelyCheckout(paid, [lastWeek])).toBe(lastWeek);
  expect(findLikelyCheckout(paid, [opened("a", "2026-11-16T23:00:00+00:00")])).toBeNull();
});
