import type { ProjectMilestone } from "#app/api/shared/proposals.ts";
import { Circle, CircleCheck, Hourglass } from "#app/ui/icons.tsx";
import { type CalendarDate, formatDate } from "#domain/dates/calendar-date.ts";
import { formatInstantDate } from "#domain/dates/relative-time.ts";

/** The title of a milestone, and whether it is done and accepted. */
export function MilestoneStatus({ milestone }: { milestone: ProjectMilestone }) {
  const { title, due_on: dueOn, done_at: doneAt, accepted_at: acceptedAt, accepter } = milestone;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const [Icon, tone] = acceptedAt
    ? ([CircleCheck, "text-positive"] as const)
    : doneAt
      ? ([Hourglass, "text-warning"] as const)
      : ([Circle, "text-faint"] as const);
  return (
    <span className="flex min-w-0 gap-2.5 text-14">
      <Icon aria-hidden="true" className={`mt-0.5 size-4 shrink-0 ${tone}`} />
      <span className="min-w-0 wrap-anywhere">
        <span className="block font-medium">{title}</span>
        <span className="block text-13 text-muted">
          {acceptedAt
            ? `Accepted ${formatInstantDate(acceptedAt, timeZone)}${accepter ? ` by ${accepter}` : ""}`
            : doneAt
              ? `Done ${formatInstantDate(doneAt, timeZone)}. Waiting for acceptance.`
              : formatTarget(dueOn)}
        </span>
      </span>
    </span>
  );
}

function formatTarget(dueOn: CalendarDate | null): string {
  return dueOn ? `Target date ${formatDate(dueOn)}` : "No target date";
}
