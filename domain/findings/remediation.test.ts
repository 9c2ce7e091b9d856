import { describe, expect, test } from "vitest";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import type { RemediationStatus } from "#domain/findings/finding-state.ts";
import {
  ACCEPTANCE_STATUS_BADGES,
  CHOSEN_STATUSES,
  ChangeRemediationStatus,
  type ChosenStatus,
  canChangeStatus,
  DecideRiskAcceptance,
  isAcceptanceEnd,
  PlanFinding,
  RequestRiskAcceptance,
} from "#domain/findings/remediation.ts";

const MEMBER_ID = "3b8f8f1e-6c1b-4d7e-9c5a-0d3b1c2a4e5f";
const MAX_REASON = "x".repeat(2000);

/** The changes that are allowed without a verdict and outside of a retest. */
const ALLOWED_CHANGES: Record<RemediationStatus, readonly ChosenStatus[]> = {
  open: ["in_progress", "ready_for_retest", "disputed"],
  in_progress: ["open", "ready_for_retest", "disputed"],
  ready_for_retest: ["open", "in_progress"],
  disputed: ["open", "in_progress"],
  risk_accepted: [],
};
const STATUSES: readonly RemediationStatus[] = [...CHOSEN_STATUSES, "risk_accepted"];
const PAIRS = STATUSES.flatMap((from) =>
  CHOSEN_STATUSES.map((to) => [from, to, ALLOWED_CHANGES[from].includes(to)] as const),
);

describe("a change of the status", () => {
  test.each(PAIRS)("from %s to %s is allowed: %s", (from, to, expected) => {
    expect(canChangeStatus(from, to, { verdict: null, isInRetest: false })).toBe(expected);
  });

  test.each(PAIRS)("from %s to %s does not depend on an unsuccessful retest", (from, to, expected) => {
    for (const verdict of ["partly_fixed", "not_fixed"] as const) {
      expect(canChangeStatus(from, to, { verdict, isInRetest: false })).toBe(expected);
    }
  });

  test.each(PAIRS)("from %s to %s is not allowed when the finding is fixed or in a retest", (from, to) => {
    expect(canChangeStatus(from, to, { verdict: "fixed", isInRetest: false })).toBe(false);
    for (const verdict of [null, "fixed", "partly_fixed", "not_fixed"] as const) {
      expect(canChangeStatus(from, to, { verdict, isInRetest: true })).toBe(false);
    }
  });
});

const findErrors = (result: { error?: { issues: { path: PropertyKey[]; message: string }[] } }) =>
  result.error?.issues.map(({ path, message }) => [path.join("."), message]);

const REASON_TOO_LONG = "Enter at most 2000 characters";

test.each([
  ["open", "", undefined],
  ["in_progress", " ", undefined],
  ["ready_for_retest", MAX_REASON, undefined],
  ["open", `${MAX_REASON}x`, [["reason", REASON_TOO_LONG]]],
  ["disputed", "", [["reason", "Enter a reason"]]],
  ["disputed", " \n\t", [["reason", "Enter a reason"]]],
  ["disputed", "x", undefined],
  ["disputed", ` ${MAX_REASON}\n`, undefined],
  ["disputed", `${MAX_REASON}x`, [["reason", REASON_TOO_LONG]]],
])("validates the change to %s with the reason %j", (status, reason, errors) => {
  expect(findErrors(ChangeRemediationStatus.safeParse({ status, reason }))).toEqual(errors);
});

test.each([
  "risk_accepted",
  "fixed",
  "draft",
  "Open",
  "",
  null,
])("a client cannot choose the status %j", (status) => {
  expect(ChangeRemediationStatus.safeParse({ status, reason: "x" }).success).toBe(false);
});

test("trims the reason of a change and keeps its line breaks", () => {
  const change = { status: "open", reason: "  Fixed.\n\nSee #12.\n" };
  expect(ChangeRemediationStatus.parse(change).reason).toBe("Fixed.\n\nSee #12.");
});

test.each([
  [MEMBER_ID, "2026-03-01", undefined],
  [null, null, undefined],
  [MEMBER_ID, null, undefined],
  [null, "2028-02-29", undefined],
  [null, "2026-02-29", [["plannedOn", "Enter a valid date"]]],
  [null, "", [["plannedOn", "Enter a valid date"]]],
  [null, "03/01/2026", [["plannedOn", "Enter a valid date"]]],
])("validates the plan of %s for %j", (assigneeId, plannedOn, errors) => {
  expect(findErrors(PlanFinding.safeParse({ assigneeId, plannedOn }))).toEqual(errors);
});

test("accepts a plan with one field, and rejects one without fields", () => {
  expect(PlanFinding.parse({ assigneeId: null })).toEqual({ assigneeId: null });
  expect(PlanFinding.parse({ plannedOn: "2026-03-01" })).toEqual({ plannedOn: "2026-03-01" });
  expect(PlanFinding.safeParse({}).success).toBe(false);
});

test.each(["", "ada", `${MEMBER_ID}0`])("rejects the assignee %j", (assigneeId) => {
  expect(PlanFinding.safeParse({ assigneeId, plannedOn: null }).success).toBe(false);
});

test.each([
  ["x", "2026-06-30", undefined],
  [MAX_REASON, "2028-02-29", undefined],
  [`${MAX_REASON}x`, "2026-06-30", [["reason", REASON_TOO_LONG]]],
  ["", "2026-06-30", [["reason", "Enter a reason"]]],
  [" \n ", "2026-06-30", [["reason", "Enter a reason"]]],
  ["x", "", [["expiresOn", "Choose a date"]]],
  ["x", "2026-02-29", [["expiresOn", "Choose a date"]]],
  ["x", "2026-06-31", [["expiresOn", "Choose a date"]]],
])("validates a request to accept a risk with the reason %j until %j", (reason, expiresOn, errors) => {
  expect(findErrors(RequestRiskAcceptance.safeParse({ reason, expiresOn }))).toEqual(errors);
});

test.each([
  ["2026-06-30", false],
  ["2026-07-01", true],
  ["2027-07-01", true],
  ["2027-07-02", false],
])("whether a risk can be accepted until %s on June 30, 2026: %s", (expiresOn, isValid) => {
  expect(isAcceptanceEnd(calendarDate(expiresOn), calendarDate("2026-06-30"))).toBe(isValid);
});

test("a risk acceptance requires an end", () => {
  expect(RequestRiskAcceptance.safeParse({ reason: "x", expiresOn: null }).success).toBe(false);
});

test.each([
  [true, "", undefined],
  [true, "Accepted by the board.", undefined],
  [true, `${MAX_REASON}x`, [["note", REASON_TOO_LONG]]],
  [false, "", [["note", "Enter a reason"]]],
  [false, "  ", [["note", "Enter a reason"]]],
  [false, MAX_REASON, undefined],
])("validates the decision (approval: %s) with the note %j", (approves, note, errors) => {
  expect(findErrors(DecideRiskAcceptance.safeParse({ approves, note }))).toEqual(errors);
});

test.each(["true", 1, null, undefined])("rejects the decision %j", (approves) => {
  expect(DecideRiskAcceptance.safeParse({ approves, note: "x" }).success).toBe(false);
});

test.each([
  ["a change", ChangeRemediationStatus, { status: "disputed", reason: "a\0b" }],
  ["a request", RequestRiskAcceptance, { reason: "a\0b", expiresOn: "2026-06-30" }],
  ["a decision", DecideRiskAcceptance, { approves: false, note: "a\0b" }],
])("rejects a null character in the reason of %s, which PostgreSQL cannot store", (_name, schema, input) => {
  expect(schema.safeParse(input).success).toBe(false);
});

test("shows an approved acceptance as positive and a rejected one as negative", () => {
  expect(ACCEPTANCE_STATUS_BADGES).toMatchObject({
    requested: { tone: "info" },
    approved: { tone: "positive" },
    rejected: { tone: "negative" },
    withdrawn: { tone: "neutral" },
    revoked: { tone: "neutral" },
    expired: { tone: "neutral" },
  });
});
