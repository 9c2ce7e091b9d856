import type { CalendarDate } from "#domain/dates/calendar-date.ts";
import { isOverdue } from "#domain/findings/deadline.ts";
import { isOpenState } from "#domain/findings/finding-state.ts";
import { SEVERITIES, type Severity } from "#domain/findings/severity.ts";

/** What lists can be limited to. `open` is every state in which a finding still has to be fixed. */
export const STATE_FILTERS = [
  "open",
  "overdue",
  "in_progress",
  "ready_for_retest",
  "disputed",
  "risk_accepted",
  "fixed",
  "withdrawn",
] as const;
export type StateFilter = (typeof STATE_FILTERS)[number];

export const STATE_FILTER_LABELS: Readonly<Record<StateFilter, string>> = {
  open: "All open",
  overdue: "Overdue",
  in_progress: "In progress",
  ready_for_retest: "Ready for retest",
  disputed: "Disputed",
  risk_accepted: "Risk accepted",
  fixed: "Fixed",
  withdrawn: "Withdrawn",
};

/** Empty values do not limit the list. */
export type FindingFilter = {
  search: string;
  state: StateFilter | "";
  severity: Severity | "";
  project: string;
};

/** Reads the filter from the parameters of a URL. Ignores unknown values. */
export function parseFindingFilter(params: { get(name: string): string | null }): FindingFilter {
  const [state, severity] = [params.get("state"), params.get("severity")];
  return {
    search: params.get("search") ?? "",
    state: STATE_FILTERS.find((value) => value === state) ?? "",
    severity: SEVERITIES.find((value) => value === severity) ?? "",
    project: params.get("project") ?? "",
  };
}

type Filterable = {
  key: string;
  title: string;
  affected_asset: string;
  tags: readonly string[];
  state: string;
  severity: Severity;
  project_id: string;
  due_on: CalendarDate | null;
};

/** Whether a finding matches all parts of the filter. The search ignores case. */
export function matchesFilter(finding: Filterable, filter: FindingFilter, today: CalendarDate): boolean {
  const search = filter.search.trim().toLowerCase();
  const texts = [finding.key, finding.title, finding.affected_asset, ...finding.tags];
  return (
    (filter.severity === "" || finding.severity === filter.severity) &&
    (filter.project === "" || finding.project_id === filter.project) &&
    matchesState(finding, filter.state, today) &&
    texts.some((text) => text.toLowerCase().includes(search))
  );
}

function matchesState(
  finding: Pick<Filterable, "state" | "due_on">,
  state: StateFilter | "",
  today: CalendarDate,
): boolean {
  switch (state) {
    case "":
      return true;
    case "open":
      return isOpenState(finding.state);
    case "overdue":
      return isOverdue({ state: finding.state, dueOn: finding.due_on }, today);
    default:
      return finding.state === state;
  }
}

/** Counts the findings that a list with this status shows. */
export function countState(
  findings: readonly Pick<Filterable, "state" | "due_on">[],
  state: StateFilter,
  today: CalendarDate,
): number {
  return findings.filter((finding) => matchesState(finding, state, today)).length;
}

/** Sorts overdue findings first, then the other open ones. Otherwise, the order stays. */
export function sortOpenFirst<Finding extends Pick<Filterable, "state" | "due_on">>(
  findings: readonly Finding[],
  today: CalendarDate,
): Finding[] {
  const rank = ({ state, due_on: dueOn }: Finding) =>
    isOverdue({ state, dueOn }, today) ? 0 : isOpenState(state) ? 1 : 2;
  return findings.toSorted((one, other) => rank(one) - rank(other));
}

/** Counts the open findings of each severity. */
export function countOpen(
  findings: readonly { state: string; severity: Severity }[],
): Record<Severity, number> {
  const counts: Record<Severity, number> = { critical: 0, high: 0, medium: 0, low: 0, info: 0 };
  for (const { state, severity } of findings) {
    if (isOpenState(state)) {
      counts[severity] += 1;
    }
  }
  return counts;
}
