import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { MilestoneList } from "./milestone-list.tsx";

/** Card with the milestones of a project. */
export function MilestonesCard({ projectId }: { projectId: string }) {
  return (
    <Card aria-labelledby="milestones">
      <CardHeader
        title={<span id="milestones">Milestones</span>}
        subtitle="We email the client when you mark a milestone as done"
      />
      <MilestoneList projectId={projectId} />
    </Card>
  );
}
