import type { CalendarDate } from "#domain/dates/calendar-date.ts";
import { isOverdue } from "#domain/findings/deadline.ts";
import { isOpenState } from "#domain/findings/finding-state.ts";
import { compareSeverity, type Severity } from "#domain/findings/severity.ts";

type Finding = { severity: Severity; state: string; due_on: CalendarDate | null };

/** `next` is the open finding with the earliest deadline that has not passed. Of several, the most severe one. */
export type OpenSummary = {
  openCount: number;
  overdueCount: number;
  next: { severity: Severity; dueOn: CalendarDate } | null;
};

export function summarizeOpenFindings(findings: readonly Finding[], today: CalendarDate): OpenSummary {
  const open = findings.filter(({ state }) => isOpenState(state));
  const [next] = open
    .flatMap(({ severity, due_on: dueOn }) => (dueOn && dueOn >= today ? [{ severity, dueOn }] : []))
    .toSorted(
      (one, other) => one.dueOn.localeCompare(other.dueOn) || compareSeverity(one.severity, other.severity),
    );
  return {
    openCount: open.length,
    overdueCount: open.filter(({ state, due_on: dueOn }) => isOverdue({ state, dueOn }, today)).length,
    next: next ?? null,
  };
}
