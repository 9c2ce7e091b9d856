import { expect, test } from "vitest";
import { calendarDate } from "#domain/dates/calendar-date.ts";
import { nextDeadlineLabel, openFindingsLabel, summarizeOpenFindings } from "./open-summary.ts";
import type { Severity } from "./severity.ts";

const TODAY = calendarDate("2026-11-24");
const finding = (severity: Severity, state: string, due: string | null) => ({
  severity,
  state,
  due_on: due === null ? null : calendarDate(due),
});

test("counts open and overdue findings, and names the next deadline", () => {
  expect(
    summarizeOpenFindings(
      [
        finding("high", "open", "2026-11-23"),
        finding("low", "in_progress", "2026-11-24"),
        finding("critical", "disputed", "2026-11-24"),
        finding("medium", "ready_for_retest", null),
        finding("critical", "fixed", "2026-11-20"),
        finding("high", "risk_accepted", "2026-11-20"),
      ],
      TODAY,
    ),
  ).toEqual({ openCount: 4, overdueCount: 1, next: { count: 1, severity: "critical", dueOn: "2026-11-24" } });
});

test("labels the number of open and critical findings", () => {
  const closed = finding("critical", "fixed", null);
  expect(
    openFindingsLabel([finding("critical", "open", null), finding("low", "disputed", null), closed]),
  ).toBe("2 open findings (1 critical)");
  expect(openFindingsLabel([finding("high", "in_progress", null), closed])).toBe("1 open finding");
  expect(openFindingsLabel([closed])).toBeNull();
});

test("labels the next deadline with the number of its most severe findings", () => {
  const { next } = summarizeOpenFindings(
    [
      finding("high", "open", "2026-11-27"),
      finding("low", "open", "2026-11-27"),
      finding("high", "in_progress", "2026-11-27"),
      finding("high", "open", "2026-11-28"),
    ],
    TODAY,
  );
  expect(next && nextDeadlineLabel(next, TODAY)).toBe("2 high due Nov 27");
});

test("has no next deadline if all deadlines have passed", () => {
  expect(summarizeOpenFindings([finding("high", "open", "2026-11-23")], TODAY)).toEqual({
    openCount: 1,
    overdueCount: 1,
    next: null,
  });
  expect(summarizeOpenFindings([], TODAY)).toEqual({ openCount: 0, overdueCount: 0, next: null });
});
