import { describe, expect, test } from "vitest";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import { dollars } from "#domain/money/money.ts";
import {
  findCurrentPlan,
  getCancellationDate,
  getMonthlyPrice,
  getNextChargeDate,
  getPlanActions,
  getPlanStatus,
} from "#domain/subscriptions/plan.ts";
import type { SubscriptionStatus } from "#domain/subscriptions/subscription.ts";

const TODAY = calendarDate("2026-11-23");
const plan = (status: SubscriptionStatus, ends: string | null = null) => ({
  status,
  current_period_end: calendarDate("2026-12-10"),
  ends_on: ends === null ? null : calendarDate(ends),
});
const listActions = (...plans: ReturnType<typeof plan>[]) =>
  Object.entries(getPlanActions(plans)).flatMap(([action, isAllowed]) => (isAllowed ? [action] : []));

describe("a client", () => {
  test.each([
    ["no subscription", [], "none", ["subscribe"]],
    ["a cancelled plan", [plan("cancelled")], "none", ["subscribe"]],
    ["an active plan", [plan("active")], "active", ["requestChange", "requestCancellation"]],
    [
      "an active plan that ends",
      [plan("active", "2026-12-10")],
      "active",
      ["requestChange", "requestKeeping"],
    ],
    ["a past-due plan", [plan("past_due")], "past_due", ["payInvoice", "contact"]],
    [
      "a past-due plan that ends",
      [plan("past_due", "2026-12-10")],
      "past_due",
      ["requestKeeping", "payInvoice", "contact"],
    ],
    [
      "two plans, one of which ends",
      [plan("active"), plan("active", "2026-12-10")],
      "duplicate",
      ["contact"],
    ],
    ["a paused plan", [plan("paused")], "paused", ["contact"]],
    [
      "an active and a paused plan",
      [plan("paused"), plan("active")],
      "active",
      ["requestChange", "requestCancellation"],
    ],
    ["two active plans", [plan("active"), plan("active")], "duplicate", ["contact"]],
    ["an active and a past-due plan", [plan("past_due"), plan("active")], "duplicate", ["contact"]],
  ] as const)("with %s has the matching status and actions", (_, plans, status, actions) => {
    expect(getPlanStatus(plans)).toBe(status);
    expect(listActions(...plans)).toEqual(actions);
  });
});

test("shows an active plan before a past-due one, and a past-due one before a paused one", () => {
  const [active, pastDue, paused] = [plan("active"), plan("past_due"), plan("paused")];
  expect(findCurrentPlan([paused, pastDue, active])).toBe(active);
  expect(findCurrentPlan([paused, pastDue])).toBe(pastDue);
  expect(findCurrentPlan([plan("cancelled"), paused])).toBe(paused);
  expect(findCurrentPlan([plan("cancelled")])).toBeNull();
});

test("a cancellation takes effect at the end of the paid period, but not before today", () => {
  const endsWith = (end: string | null) =>
    getCancellationDate(
      { ...plan("active"), current_period_end: end === null ? null : calendarDate(end) },
      TODAY,
    );
  expect(endsWith("2026-12-10")).toBe("2026-12-10");
  expect(endsWith("2026-11-23")).toBe("2026-11-23");
  expect(endsWith("2026-11-22")).toBe("2026-11-23");
  expect(endsWith(null)).toBeNull();
});

test("the monthly price is what Square bills, which may differ from the plan's price", () => {
  const tier = { monthly_price: dollars(950) };
  expect(getMonthlyPrice({ billed_price: null, subscription_tiers: tier })).toBe(95_000);
  expect(getMonthlyPrice({ billed_price: dollars("900.50"), subscription_tiers: tier })).toBe(90_050);
  expect(getMonthlyPrice({ billed_price: dollars(0), subscription_tiers: tier })).toBe(0);
  expect(getMonthlyPrice({ billed_price: null, subscription_tiers: null })).toBeNull();
});

test("a plan that ends, is paused or cancelled has no next charge", () => {
  expect(getNextChargeDate(plan("active"))).toBe("2026-12-10");
  expect(getNextChargeDate(plan("past_due"))).toBe("2026-12-10");
  expect(getNextChargeDate(plan("active", "2026-12-10"))).toBeNull();
  expect(getNextChargeDate(plan("paused"))).toBeNull();
  expect(getNextChargeDate(plan("cancelled"))).toBeNull();
});
