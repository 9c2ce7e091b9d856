import { useQuery } from "@tanstack/react-query";
import { linkedInvoices } from "#app/api/admin-invoices.ts";
import { type ListedProject, projectHistory } from "#app/api/admin-projects.ts";
import { both, Loaded } from "#app/components/loaded.tsx";
import { Timeline } from "#app/components/timeline.tsx";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/dialog.tsx";
import { Loading } from "#app/ui/skeleton.tsx";
import { projectTimeline } from "#domain/project-timeline.ts";

/** Start, target, due payments, and each status the project had: when, and by whom. */
export function TimelineDialog({ listed, onClose }: { listed: ListedProject; onClose: () => void }) {
  const { project, company } = listed;
  const parts = both(
    useQuery({ ...linkedInvoices(project.id), staleTime: 0 }),
    useQuery(projectHistory(project.id)),
  );
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  return (
    <Dialog
      open
      onClose={onClose}
      size="wide"
      title="Timeline"
      description={`${project.project_name}, ${company}`}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <Loaded
        query={parts}
        failed="The timeline could not be loaded."
        loading={<Loading text="Loading timeline..." rows={4} />}
      >
        {([invoices, statuses]) => (
          <Timeline
            id={`timeline-${project.id}`}
            label={`Timeline of ${project.project_name}`}
            events={projectTimeline(project, invoices, { statuses, timeZone })}
          />
        )}
      </Loaded>
    </Dialog>
  );
}
