import { expect, test } from "vitest";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import {
  EndPlan,
  endedPlanAnswer,
  endPlanLabel,
  hasFailed,
  isAnsweredByPlanEnding,
  keptPlanAnswer,
  needsRetry,
  PLAN_ENDING_PROBLEMS,
} from "./plan-ending.ts";

const DATE = calendarDate("2026-12-13");

test("names the last day in the button and the answer, if it is known", () => {
  expect(endPlanLabel(DATE)).toBe("End plan on Dec 13, 2026 in Square");
  expect(endPlanLabel(null)).toBe("End plan in Square");
  expect(endedPlanAnswer(DATE)).toBe("Your plan ends on Dec 13, 2026. You won't be charged for it again.");
  expect(endedPlanAnswer(null)).toBe(
    "Your plan ends after the period you've paid for. You won't be charged for it again.",
  );
});

test("names the next charge in the answer about a kept plan, if it is known", () => {
  expect(keptPlanAnswer(DATE)).toBe("Your plan continues. The next charge is on Dec 13, 2026.");
  expect(keptPlanAnswer(null)).toBe("Your plan continues.");
});

test("accepts a confirmed date, or null if it is unknown", () => {
  expect(EndPlan.parse({ endsOn: "2026-12-13" })).toEqual({ endsOn: DATE });
  expect(EndPlan.parse({ endsOn: null })).toEqual({ endsOn: null });
  expect(EndPlan.safeParse({}).success).toBe(false);
});

test("a failed request needs a retry until the plan is changed in Square", () => {
  const end = { kind: "end", status: "failed", problem: "outage" } as const;
  const keep = { ...end, kind: "keep" } as const;
  const active = { status: "active", ends_on: null } as const;
  const ending = { status: "active", ends_on: DATE } as const;
  expect([needsRetry(end, active), needsRetry(end, ending)]).toEqual([true, false]);
  expect([needsRetry(keep, ending), needsRetry(keep, active)]).toEqual([true, false]);
  expect(needsRetry(end, { ...active, status: "cancelled" })).toBe(false);
  expect(needsRetry({ ...end, status: "pending", problem: null }, active)).toBe(false);
});

test("a request that the client withdrew has failed, but needs no retry", () => {
  const withdrawn = { kind: "end", status: "failed", problem: "request_closed" } as const;
  const active = { status: "active", ends_on: null } as const;
  expect(hasFailed(withdrawn, active)).toBe(true);
  expect(needsRetry(withdrawn, active)).toBe(false);
});

test("ending a plan answers a cancellation, and keeping it answers a request to keep it", () => {
  const [active, ending] = [{ ends_on: null }, { ends_on: DATE }];
  expect(isAnsweredByPlanEnding({ kind: "cancel" }, active)).toBe(true);
  expect(isAnsweredByPlanEnding({ kind: "cancel" }, ending)).toBe(false);
  expect(isAnsweredByPlanEnding({ kind: "keep" }, ending)).toBe(true);
  expect(isAnsweredByPlanEnding({ kind: "keep" }, active)).toBe(false);
  expect(isAnsweredByPlanEnding({ kind: "change" }, active)).toBe(false);
});

test("each problem has a title and a next step", () => {
  for (const { title, nextStep } of Object.values(PLAN_ENDING_PROBLEMS)) {
    expect(title).toMatch(/^[A-Z].*[^.]$/);
    expect(nextStep).toMatch(/^[A-Z].*\.$/);
  }
});
