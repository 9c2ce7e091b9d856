import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { changeDueDate } from "#app/api/admin/findings.ts";
import { type Finding, refetchFindings } from "#app/api/shared/findings.ts";
import { TextField } from "#app/ui/forms/text-field.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { GuardedFormDialog } from "../forms/guarded-form-dialog.tsx";

/** Changes the deadline of one finding. */
export function DueDateDialog({ finding, onClose }: { finding: Finding; onClose: () => void }) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const [dueOn, setDueOn] = useState<string>(finding.due_on ?? "");
  const change = useMutation({
    mutationFn: () => changeDueDate(finding.id, dueOn || null),
    onSuccess: async () => {
      showToast(dueOn ? "Deadline changed" : "Deadline removed");
      onClose();
      await refetchFindings(queryClient);
    },
  });
  return (
    <GuardedFormDialog
      title={`Deadline of ${finding.key}`}
      description="Overrides the default deadline for this severity. Clear the date to remove the deadline."
      submitButton={{ label: "Save deadline", busyLabel: "Saving..." }}
      subject="the deadline"
      isDirty={dueOn !== (finding.due_on ?? "")}
      isPending={change.isPending}
      error={change.error}
      errorMessage="We couldn't change the deadline. Try again."
      onSubmit={() => change.mutate()}
      onClose={onClose}
      hasNativeValidation
    >
      <TextField
        label="Deadline"
        type="date"
        value={dueOn}
        onChange={(event) => setDueOn(event.target.value)}
      />
    </GuardedFormDialog>
  );
}
