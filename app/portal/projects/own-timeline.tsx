import { useQuery } from "@tanstack/react-query";
import type { OwnInvoice } from "#app/api/invoices.ts";
import { ownStatusChanges } from "#app/api/project-status-changes.ts";
import type { OwnProject } from "#app/api/projects.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { Timeline } from "#app/components/timeline.tsx";
import { Loading } from "#app/ui/skeleton.tsx";
import { projectTimeline } from "#domain/project-timeline.ts";

type OwnTimelineProps = { id: string; project: OwnProject; invoices: readonly OwnInvoice[] };

/** The project's days, its statuses among them; those are asked for when the timeline is opened. */
export function OwnTimeline({ id, project, invoices }: OwnTimelineProps) {
  const statuses = useQuery(ownStatusChanges(project.id));
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (
    <div id={id}>
      <Loaded
        query={statuses}
        failed="The timeline could not be loaded."
        loading={<Loading text="Loading the timeline..." rows={2} />}
      >
        {(changes) => (
          <Timeline
            label={`Timeline of ${project.project_name}`}
            events={projectTimeline(project, invoices, { statuses: changes, timeZone })}
          />
        )}
      </Loaded>
    </div>
  );
}
