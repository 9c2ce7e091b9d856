import { Badge } from "#app/ui/feedback/badge.tsx";
import type { CalendarDate } from "#domain/dates/calendar-date.ts";
import { deadlineBadge } from "#domain/findings/deadline.ts";
import { toFindingStateBadge } from "#domain/findings/finding-state.ts";
import { findingBadges, type RetestStatus } from "#domain/findings/retest.ts";

type StateBadgesProps = {
  state: string;
  /** The status of the active retest. */
  retest: RetestStatus | null | undefined;
};

/** The status of a finding and its active retest. */
export function StateBadges({ state, retest = null }: StateBadgesProps) {
  return findingBadges(state, retest).map(({ label, tone }) => (
    <Badge key={label} tone={tone}>
      {label}
    </Badge>
  ));
}

/** The status of findings without their retests. */
export function StateBadge({ state }: { state: string }) {
  const { label, tone } = toFindingStateBadge(state);
  return <Badge tone={tone}>{label}</Badge>;
}

type DeadlineBadgeProps = { finding: { state: string; due_on: CalendarDate | null }; today: CalendarDate };

/** Marks a finding that is overdue or due soon. Renders nothing for others. */
export function DeadlineBadge({ finding, today }: DeadlineBadgeProps) {
  const badge = deadlineBadge({ state: finding.state, dueOn: finding.due_on }, today);
  return badge && <Badge tone={badge.tone}>{badge.label}</Badge>;
}
