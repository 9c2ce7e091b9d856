import { useQuery } from "@tanstack/react-query";
import { linkedInvoicesQuery } from "#app/api/admin/project-invoices.ts";
import { type ListedProject, projectHistoryQuery } from "#app/api/admin/projects.ts";
import { milestonesQuery } from "#app/api/shared/proposals.ts";
import { combineQueries, Loaded } from "#app/components/loaded.tsx";
import { Timeline } from "#app/components/timeline.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { dateInTimeZone } from "#domain/dates/calendar-date.ts";
import { buildProjectTimeline } from "#domain/projects/project-timeline.ts";

/** A project's start date, target date, milestones, payment due dates, and status changes with their authors. */
export function ProjectTimeline({ project }: { project: ListedProject["project"] }) {
  const query = combineQueries(
    combineQueries(
      useQuery({ ...linkedInvoicesQuery(project.id), staleTime: 0 }),
      useQuery(projectHistoryQuery(project.id)),
    ),
    useQuery(milestonesQuery("admin", project.id)),
  );
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (
    <Loaded
      query={query}
      errorMessage="We couldn't load the timeline."
      loading={<Loading text="Loading timeline..." rows={4} />}
    >
      {([[invoices, statuses], milestones]) => (
        <Timeline
          id={`timeline-${project.id}`}
          label={`Timeline for ${project.project_name}`}
          getUrl={({ invoice }) => (invoice ? `/admin/invoices/${invoice.id}` : null)}
          events={buildProjectTimeline(project, invoices, {
            statuses,
            milestones,
            today: dateInTimeZone(new Date(), timeZone),
            timeZone,
          })}
        />
      )}
    </Loaded>
  );
}
