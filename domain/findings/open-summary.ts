import { type CalendarDate, formatShortDate } from "#domain/dates/calendar-date.ts";
import { isOverdue } from "#domain/findings/deadline.ts";
import { isOpenState } from "#domain/findings/finding-state.ts";
import { compareSeverity, type Severity } from "#domain/findings/severity.ts";
import { formatDueDate } from "#domain/invoices/due-dates/due-label.ts";
import { formatCount } from "#domain/text/pluralize.ts";

type Finding = { severity: Severity; state: string; due_on: CalendarDate | null };

type NextDeadline = { count: number; severity: Severity; dueOn: CalendarDate };

/** `next` is the earliest deadline that has not passed, with the number of findings of the highest severity due then. */
export type OpenSummary = { openCount: number; overdueCount: number; next: NextDeadline | null };

export function summarizeOpenFindings(findings: readonly Finding[], today: CalendarDate): OpenSummary {
  const open = findings.filter(({ state }) => isOpenState(state));
  const upcoming = open
    .flatMap(({ severity, due_on: dueOn }) => (dueOn && dueOn >= today ? [{ severity, dueOn }] : []))
    .toSorted(
      (one, other) => one.dueOn.localeCompare(other.dueOn) || compareSeverity(one.severity, other.severity),
    );
  const [next] = upcoming;
  const isNext = (finding: { severity: Severity; dueOn: CalendarDate }) =>
    finding.dueOn === next?.dueOn && finding.severity === next.severity;
  return {
    openCount: open.length,
    overdueCount: open.filter(({ state, due_on: dueOn }) => isOverdue({ state, dueOn }, today)).length,
    next: next ? { ...next, count: upcoming.filter(isNext).length } : null,
  };
}

/** Number of open findings, such as "5 open findings (1 critical)". Null without open findings. */
export function openFindingsLabel(findings: readonly Pick<Finding, "severity" | "state">[]): string | null {
  const open = findings.filter(({ state }) => isOpenState(state));
  const criticalCount = open.filter(({ severity }) => severity === "critical").length;
  if (open.length === 0) {
    return null;
  }
  const label = formatCount(open.length, "open finding");
  return criticalCount > 0 ? `${label} (${criticalCount} critical)` : label;
}

/** Label of the next deadline, such as "1 critical due Nov 27". The year is included if it is another one. */
export function nextDeadlineLabel({ count, severity, dueOn }: NextDeadline, today: CalendarDate): string {
  return `${count} ${severity} ${formatDueDate(dueOn, today, formatShortDate)}`;
}
