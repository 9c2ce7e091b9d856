import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { createMilestone, saveMilestone } from "#app/api/admin/milestones.ts";
import type { ProjectMilestone } from "#app/api/shared/proposals.ts";
import { refetchProposals } from "#app/api/shared/proposals-key.ts";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { parseCalendarDate } from "#domain/dates/calendar-date.ts";
import { PROPOSAL_LIMITS } from "#domain/proposals/text-limits.ts";
import { GuardedFormDialog } from "../../forms/guarded-form-dialog.tsx";

type MilestoneDialogProps = {
  projectId: string;
  /** Null to add one. */
  milestone: ProjectMilestone | null;
  onClose: () => void;
};

/** Adds or changes a milestone of a project. */
export function MilestoneDialog({ projectId, milestone, onClose }: MilestoneDialogProps) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const [title, setTitle] = useState(milestone?.title ?? "");
  const [dueOn, setDueOn] = useState<string>(milestone?.due_on ?? "");
  const save = useMutation({
    mutationFn: () => {
      const form = { title, dueOn: parseCalendarDate(dueOn) };
      return milestone ? saveMilestone(milestone.id, form) : createMilestone(projectId, form);
    },
    onSuccess: async () => {
      showToast(milestone ? "Milestone saved" : "Milestone added");
      onClose();
      await refetchProposals(queryClient);
    },
  });
  return (
    <GuardedFormDialog
      title={milestone ? "Edit milestone" : "Add milestone"}
      description="Visible to every member of the client who can see projects."
      submitButton={{
        label: milestone ? "Save milestone" : "Add milestone",
        busyLabel: "Saving...",
        disabled: title.trim() === "",
      }}
      subject="the milestone"
      isDirty={title !== (milestone?.title ?? "") || dueOn !== (milestone?.due_on ?? "")}
      isPending={save.isPending}
      error={save.error}
      errorMessage="We couldn't save the milestone. Try again."
      onSubmit={() => save.mutate()}
      onClose={onClose}
    >
      <TextField
        label="Title"
        required
        autoComplete="off"
        maxLength={PROPOSAL_LIMITS.title}
        value={title}
        onChange={(event) => setTitle(event.currentTarget.value)}
      />
      <TextField
        label="Target date"
        hint="Optional."
        type="date"
        value={dueOn}
        onChange={(event) => setDueOn(event.currentTarget.value)}
      />
    </GuardedFormDialog>
  );
}
