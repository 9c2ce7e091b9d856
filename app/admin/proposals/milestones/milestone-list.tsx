import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { deleteMilestone, setMilestoneDone } from "#app/api/admin/milestones.ts";
import { milestonesQuery, type ProjectMilestone } from "#app/api/shared/proposals.ts";
import { refetchProposals } from "#app/api/shared/proposals-key.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { MilestoneStatus } from "#app/components/proposals/milestone-status.tsx";
import { Button } from "#app/ui/button.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { Pencil, Plus, Trash2 } from "#app/ui/icons.tsx";
import { useConfirmation } from "#app/ui/overlays/alert-dialog.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { MoreMenu } from "../../lists/more-menu.tsx";
import { MilestoneDialog } from "./milestone-dialog.tsx";

/** The milestones of a project. The firm marks them as done, and the client accepts them. */
export function MilestoneList({ projectId }: { projectId: string }) {
  const milestones = useQuery(milestonesQuery("admin", projectId));
  const [editing, setEditing] = useState<ProjectMilestone | "new" | null>(null);
  return (
    <>
      <Loaded
        query={milestones}
        errorMessage="We couldn't load the milestones."
        loading={<Loading text="Loading milestones..." rows={2} />}
        isSmall
      >
        {(list) =>
          list.length === 0 ? (
            <p className="text-14 text-muted">No milestones yet.</p>
          ) : (
            <ol aria-label="Milestones" className="divide-y divide-line">
              {list.map((milestone) => (
                <MilestoneRow key={milestone.id} milestone={milestone} onEdit={() => setEditing(milestone)} />
              ))}
            </ol>
          )
        }
      </Loaded>
      <Button
        size="small"
        className="mt-4"
        icon={<Plus aria-hidden="true" className="size-4" />}
        onClick={() => setEditing("new")}
      >
        Add milestone
      </Button>
      {editing && (
        <MilestoneDialog
          projectId={projectId}
          milestone={editing === "new" ? null : editing}
          onClose={() => setEditing(null)}
        />
      )}
    </>
  );
}

function MilestoneRow({ milestone, onEdit }: { milestone: ProjectMilestone; onEdit: () => void }) {
  const { id, title, done_at: doneAt, accepted_at: acceptedAt } = milestone;
  const queryClient = useQueryClient();
  const showToast = useToast();
  const confirm = useConfirmation();
  const change = useMutation({
    mutationFn: (action: () => Promise<void>) => action(),
    onError: (error) =>
      showToast(errorMessage(error, "We couldn't change the milestone. Try again."), { tone: "negative" }),
    onSettled: () => refetchProposals(queryClient),
  });
  async function remove() {
    if (
      await confirm({
        text: `Delete the milestone “${title}”?`,
        confirmLabel: "Delete milestone",
        tone: "danger",
      })
    ) {
      change.mutate(() => deleteMilestone(id));
    }
  }
  return (
    <li className="flex flex-wrap items-start justify-between gap-x-3 gap-y-2 py-3 text-14 first:pt-0">
      <div className="min-w-0 flex-1 basis-40">
        <MilestoneStatus milestone={milestone} />
      </div>
      {!acceptedAt && (
        <div className="-my-1 flex shrink-0 items-center gap-1">
          <Button
            size="small"
            aria-label={doneAt ? `Undo: ${title}` : `Mark as done: ${title}`}
            busy={change.isPending}
            onClick={() => change.mutate(() => setMilestoneDone(id, !doneAt))}
          >
            {doneAt ? "Undo" : "Mark as done"}
          </Button>
          <MoreMenu
            name={title}
            entries={[
              {
                label: "Edit milestone",
                icon: <Pencil aria-hidden="true" className="size-4" />,
                onSelect: onEdit,
              },
              {
                label: "Delete milestone",
                icon: <Trash2 aria-hidden="true" className="size-4" />,
                onSelect: () => void remove(),
              },
            ]}
          />
        </div>
      )}
    </li>
  );
}
