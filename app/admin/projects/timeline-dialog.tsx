import type { ListedProject } from "#app/api/admin/projects.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/overlays/dialog.tsx";
import { ProjectTimeline } from "./project-timeline.tsx";

/** Dialog with the timeline of a project. */
export function TimelineDialog({ listed, onClose }: { listed: ListedProject; onClose: () => void }) {
  const { project, company } = listed;
  return (
    <Dialog
      open
      onClose={onClose}
      size="wide"
      title="Timeline"
      description={`${project.project_name} · ${company}`}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <ProjectTimeline project={project} />
    </Dialog>
  );
}
