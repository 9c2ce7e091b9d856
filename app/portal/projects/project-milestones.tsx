import { useMutation, useQueryClient } from "@tanstack/react-query";
import { acceptMilestone } from "#app/api/portal/proposals.ts";
import type { ProjectMilestone } from "#app/api/shared/proposals.ts";
import { refetchProposals } from "#app/api/shared/proposals-key.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { MilestoneStatus } from "#app/components/proposals/milestone-status.tsx";
import { Button } from "#app/ui/button.tsx";
import { useConfirmation } from "#app/ui/overlays/alert-dialog.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { useHasPermission } from "../current-client.ts";

/** The milestones of a project. Owners and billing members accept the ones that are done. */
export function ProjectMilestones({ milestones }: { milestones: readonly ProjectMilestone[] }) {
  const canAccept = useHasPermission("proposals");
  return (
    <div>
      <h3 className="mb-2 text-13 text-muted">Milestones</h3>
      <ol aria-label="Milestones" className="divide-y divide-line border-line border-y">
        {milestones.map((milestone) => (
          <li key={milestone.id} className="flex flex-wrap items-center justify-between gap-3 py-3">
            <MilestoneStatus milestone={milestone} />
            {canAccept && milestone.done_at && !milestone.accepted_at && (
              <AcceptButton milestone={milestone} />
            )}
          </li>
        ))}
      </ol>
    </div>
  );
}

function AcceptButton({ milestone: { id, title } }: { milestone: ProjectMilestone }) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const confirm = useConfirmation();
  const accept = useMutation({
    mutationFn: () => acceptMilestone({ id, title }),
    onSuccess: () => showToast("Milestone accepted"),
    onError: (error) =>
      showToast(errorMessage(error, "We couldn't accept the milestone. Try again."), { tone: "negative" }),
    onSettled: () => refetchProposals(queryClient),
  });
  async function askAndAccept() {
    if (
      await confirm({
        text: `Accept the milestone “${title}”? Payments that depend on it become due.`,
        confirmLabel: "Accept milestone",
        tone: "primary",
      })
    ) {
      accept.mutate();
    }
  }
  return (
    <Button
      size="small"
      tone="primary"
      aria-label={`Accept milestone ${title}`}
      busy={accept.isPending}
      onClick={askAndAccept}
    >
      Accept milestone
    </Button>
  );
}
