import type { ListedProject } from "#app/api/admin/projects.ts";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/overlays/dialog.tsx";
import { MilestoneList } from "../proposals/milestones/milestone-list.tsx";

/** Dialog with the milestones of a project. */
export function MilestonesDialog({ listed, onClose }: { listed: ListedProject; onClose: () => void }) {
  return (
    <Dialog
      open
      onClose={onClose}
      title="Milestones"
      description={`${listed.project.project_name} · ${listed.company}. We email the client when you mark a milestone as done.`}
      footer={<Button onClick={onClose}>Close</Button>}
    >
      <MilestoneList projectId={listed.project.id} />
    </Dialog>
  );
}
