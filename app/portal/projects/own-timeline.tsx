import { useQuery } from "@tanstack/react-query";
import type { OwnInvoice } from "#app/api/portal/invoices.ts";
import { type OwnProject, ownStatusChangesQuery } from "#app/api/portal/projects.ts";
import type { ProjectMilestone } from "#app/api/shared/proposals.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { Timeline } from "#app/components/timeline.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { buildProjectTimeline } from "#domain/projects/project-timeline.ts";

type OwnTimelineProps = {
  id: string;
  project: OwnProject;
  milestones: readonly ProjectMilestone[];
  invoices: readonly OwnInvoice[];
};

/** Project timeline. Loads the status history when it opens. */
export function OwnTimeline({ id, project, milestones, invoices }: OwnTimelineProps) {
  const statuses = useQuery(ownStatusChangesQuery(project.id));
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (
    <div id={id}>
      <Loaded
        query={statuses}
        errorMessage="We couldn't load the timeline."
        loading={<Loading text="Loading timeline..." rows={2} />}
      >
        {(changes) => (
          <Timeline
            label={`Timeline for ${project.project_name}`}
            events={buildProjectTimeline(project, invoices, { statuses: changes, milestones, timeZone })}
          />
        )}
      </Loaded>
    </div>
  );
}
