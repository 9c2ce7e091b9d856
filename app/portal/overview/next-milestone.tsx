import type { OwnProject } from "#app/api/portal/projects.ts";
import type { ProjectMilestone } from "#app/api/shared/proposals.ts";
import { Flag } from "#app/ui/icons.tsx";
import { findNextProjectEvent } from "#domain/clients/next-events.ts";
import { type CalendarDate, formatShortDate } from "#domain/dates/calendar-date.ts";
import { useHasPermission } from "../current-client.ts";
import { sectionUrl } from "../section-url.ts";
import { NextItem } from "./next-item.tsx";

type NextMilestoneProps = {
  projects: readonly OwnProject[];
  milestones: readonly ProjectMilestone[];
  today: CalendarDate;
};

/** A milestone that the client can accept, otherwise the next milestone or target date of a project. */
export function NextMilestone({ projects, milestones, today }: NextMilestoneProps) {
  const canAccept = useHasPermission("proposals");
  const next = findNextProjectEvent(projects, milestones, { today, canAccept });
  const item = { icon: Flag, label: "Milestone" };
  const toProject = (project: string) => sectionUrl("projects", { project });
  switch (next?.kind) {
    case "acceptance":
      return (
        <NextItem
          {...item}
          to={toProject(next.milestone.project_id)}
          title={next.milestone.title}
          lines={[{ text: "Waiting for your acceptance", tone: "warning" }]}
        />
      );
    case "milestone":
      return (
        <NextItem
          {...item}
          to={toProject(next.milestone.project_id)}
          title={next.milestone.title}
          lines={[{ text: `Target date ${formatShortDate(next.date, today)}` }]}
        />
      );
    case "target":
      return (
        <NextItem
          {...item}
          to={toProject(next.project.id)}
          title={next.project.project_name}
          lines={[{ text: `Target completion ${formatShortDate(next.date, today)}` }]}
        />
      );
    default:
      return <NextItem {...item} to={sectionUrl("projects")} title="No target date set" />;
  }
}
