import fc from "fast-check";
import { expect, test } from "vitest";
import { addDays, calendarDate } from "#domain/dates/calendar-date.ts";
import { deadlineAtPublication, deadlineBadge, isOverdue } from "#domain/findings/deadline.ts";
import { FINDING_STATE_BADGES, OPEN_STATES } from "#domain/findings/finding-state.ts";
import { listKeys } from "#domain/status.ts";

const TODAY = calendarDate("2026-03-01");
const buildFinding = (dueOn: string | null, state = "open") => ({
  state,
  dueOn: dueOn === null ? null : calendarDate(dueOn),
});

test.each([
  ["2025-03-01", true, "365 days late", "negative"],
  ["2026-02-27", true, "2 days late", "negative"],
  ["2026-02-28", true, "1 day late", "negative"],
  ["2026-03-01", false, "due today", "warning"],
  ["2026-03-02", false, "in 1 day", "warning"],
  ["2026-03-03", false, "in 2 days", "warning"],
  ["2026-03-08", false, "in 7 days", "warning"],
] as const)("a finding due %s is overdue on March 1: %s, and marked %j", (due, overdue, label, tone) => {
  expect(isOverdue(buildFinding(due), TODAY)).toBe(overdue);
  expect(deadlineBadge(buildFinding(due), TODAY)).toEqual({ label, tone });
});

test.each(["2026-03-09", "2027-03-01", null])("a finding due %s is not marked", (due) => {
  expect(isOverdue(buildFinding(due), TODAY)).toBe(false);
  expect(deadlineBadge(buildFinding(due), TODAY)).toBeNull();
});

test.each(OPEN_STATES)("marks the deadline of a finding that is %s", (state) => {
  expect(isOverdue(buildFinding("2026-02-28", state), TODAY)).toBe(true);
  expect(deadlineBadge(buildFinding("2026-02-28", state), TODAY)?.label).toBe("1 day late");
  expect(deadlineBadge(buildFinding("2026-03-01", state), TODAY)?.label).toBe("due today");
});

test.each([
  "draft",
  "fixed",
  "withdrawn",
  "risk_accepted",
  "unknown",
  "",
])("ignores the deadline of a finding whose state is %j", (state) => {
  for (const due of ["2025-03-01", "2026-02-28", "2026-03-01", "2026-03-08"]) {
    expect(isOverdue(buildFinding(due, state), TODAY)).toBe(false);
    expect(deadlineBadge(buildFinding(due, state), TODAY)).toBeNull();
  }
});

test("counts calendar days across leap days and daylight saving changes", () => {
  const label = (due: string, today: string) => deadlineBadge(buildFinding(due), calendarDate(today))?.label;
  expect(label("2028-03-01", "2028-02-28")).toBe("in 2 days");
  expect(label("2027-03-01", "2027-02-28")).toBe("in 1 day");
  expect(label("2026-03-07", "2026-03-09")).toBe("2 days late");
  expect(label("2025-12-31", "2026-01-01")).toBe("1 day late");
});

test("groups the digits of many days", () => {
  expect(deadlineBadge(buildFinding("2022-03-01"), TODAY)?.label).toBe("1,461 days late");
});

test("a finding is overdue exactly when its marker is negative", () => {
  const state = fc.constantFrom(...listKeys(FINDING_STATE_BADGES));
  fc.assert(
    fc.property(state, fc.integer({ min: -1000, max: 1000 }), (value, days) => {
      const finding = { state: value, dueOn: addDays(TODAY, days) };
      expect(deadlineBadge(finding, TODAY)?.tone === "negative").toBe(isOverdue(finding, TODAY));
    }),
  );
});

test.each([
  ["the client's days", "high", "a", "2026-03-11"],
  ["the default without days of the client", "high", "b", "2026-03-31"],
  ["none if the client has none", "low", "a", null],
  ["none without days", "info", "a", null],
])("the deadline at publication is %s", (_rule, severity, clientId, deadline) => {
  const deadlines = [
    { client_id: null, severity: "high", days: 30 },
    { client_id: null, severity: "low", days: 180 },
    { client_id: "a", severity: "high", days: 10 },
    { client_id: "a", severity: "low", days: null },
  ];
  expect(deadlineAtPublication({ client_id: clientId, severity }, deadlines, TODAY)).toBe(deadline);
});
