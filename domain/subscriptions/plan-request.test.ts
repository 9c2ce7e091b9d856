import { expect, test } from "vitest";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import {
  describeOpenRequest,
  PlanRequest,
  PlanRequestAnswer,
  planRequestStatusBadge,
  planRequestTitle,
} from "#domain/subscriptions/plan-request.ts";

const TIER_ID = "6f1f6c1e-4f0e-4a53-8f0e-5c0f1b7d9a11";

test("a change requires a plan, and a cancellation doesn't", () => {
  expect(PlanRequest.parse({ kind: "change", tierId: TIER_ID, note: " For the audit. " })).toEqual({
    kind: "change",
    tierId: TIER_ID,
    note: "For the audit.",
  });
  expect(PlanRequest.parse({ kind: "cancel", note: "" })).toEqual({ kind: "cancel", note: "" });
  expect(PlanRequest.safeParse({ kind: "change", note: "" }).success).toBe(false);
  expect(PlanRequest.safeParse({ kind: "change", tierId: "watch", note: "" }).success).toBe(false);
  expect(PlanRequest.safeParse({ kind: "pause", note: "" }).success).toBe(false);
});

test("a note has at most 1,000 characters, and an answer has 1 to 2,000", () => {
  const parseNote = (note: string) => PlanRequest.safeParse({ kind: "cancel", note }).success;
  expect([parseNote("x".repeat(1000)), parseNote("x".repeat(1001)), parseNote("a\0b")]).toEqual([
    true,
    false,
    false,
  ]);
  const parseAnswer = (answer: string) => PlanRequestAnswer.safeParse({ answer }).success;
  expect([parseAnswer("x".repeat(2000)), parseAnswer("x".repeat(2001)), parseAnswer("  ")]).toEqual([
    true,
    false,
    false,
  ]);
});

test("the title names the plan or the date", () => {
  const date = calendarDate("2026-12-22");
  expect(planRequestTitle({ kind: "change", tierName: "Shield", effective_on: null })).toBe(
    "Change to Shield",
  );
  expect(planRequestTitle({ kind: "change", tierName: null, effective_on: null })).toBe("Plan change");
  expect(planRequestTitle({ kind: "cancel", tierName: null, effective_on: date })).toBe(
    "Cancellation on Dec 22, 2026",
  );
  expect(planRequestTitle({ kind: "cancel", tierName: null, effective_on: null })).toBe("Cancellation");
  expect(planRequestTitle({ kind: "keep", tierName: null, effective_on: date })).toBe(
    "Keep the plan that ends on Dec 22, 2026",
  );
  expect(planRequestTitle({ kind: "keep", tierName: null, effective_on: null })).toBe("Keep the plan");
});

test("an open request has a warning badge", () => {
  expect(planRequestStatusBadge("open")).toEqual({ label: "Open", tone: "warning" });
});

test("an open request is described with the date of the request", () => {
  const request = { kind: "change" as const, tierName: "Shield", effective_on: null };
  expect(describeOpenRequest(request, "Nov 25, 2026")).toBe(
    "Change to Shield requested Nov 25, 2026. We'll reply within 24 hours.",
  );
  expect(describeOpenRequest({ ...request, kind: "keep" }, "Nov 25, 2026")).toBe(
    "On Nov 25, 2026, you asked us to keep this plan. We'll reply within 24 hours. Until then, its last day doesn't change.",
  );
});
