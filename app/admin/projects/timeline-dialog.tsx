import { useQuery } from "@tanstack/react-query";
import { linkedInvoicesQuery } from "#app/api/admin/project-invoices.ts";
import { type ListedProject, projectHistoryQuery } from "#app/api/admin/projects.ts";
import { milestonesQuery } from "#app/api/shared/proposals.ts";
import { combineQueries, Loaded } from "#app/components/loaded.tsx";
import { Timeline } from "#app/components/timeline.tsx";
import { Button } from "#app/ui/button.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { Dialog } from "#app/ui/overlays/dialog.tsx";
import { buildProjectTimeline } from "#domain/projects/project-timeline.ts";

/** Project timeline: start date, target date, milestones, payment due dates, and status changes with their authors. */
export function TimelineDialog({ listed, onClose }: { listed: ListedProject; onClose: () => void }) {
  const { project, company } = listed;
  const query = combineQueries(
    combineQueries(
      useQuery({ ...linkedInvoicesQuery(project.id), staleTime: 0 }),
      useQuery(projectHistoryQuery(project.id)),
    ),
    useQuery(milestonesQuery("admin", project.id)),
  );
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (
    <Dialog
      open
      onClose={onClose}
      size="wide"
      title="Timeline"
      description={`${project.project_name} · ${company}`}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <Loaded
        query={query}
        errorMessage="We couldn't load the timeline."
        loading={<Loading text="Loading timeline..." rows={4} />}
      >
        {([[invoices, statuses], milestones]) => (
          <Timeline
            id={`timeline-${project.id}`}
            label={`Timeline for ${project.project_name}`}
            events={buildProjectTimeline(project, invoices, { statuses, milestones, timeZone })}
          />
        )}
      </Loaded>
    </Dialog>
  );
}
