import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { withdrawFinding } from "#app/api/admin/findings.ts";
import { type Finding, refetchFindings } from "#app/api/shared/findings.ts";
import { TextArea } from "#app/ui/forms/text-area.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { TEXT_LIMITS } from "#domain/findings/text-limits.ts";
import { GuardedFormDialog } from "../forms/guarded-form-dialog.tsx";

/** Withdraws a published finding with a reason for the client. */
export function WithdrawDialog({ finding, onClose }: { finding: Finding; onClose: () => void }) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const [reason, setReason] = useState("");
  const withdraw = useMutation({
    mutationFn: () => withdrawFinding(finding.id, reason),
    onSuccess: async () => {
      showToast("Finding withdrawn");
      onClose();
      await refetchFindings(queryClient);
    },
  });
  return (
    <GuardedFormDialog
      title={`Withdraw ${finding.key}`}
      description="The client still sees the finding, marked as withdrawn, with your reason. It is removed from open findings and deadlines."
      submitButton={{
        label: "Withdraw finding",
        busyLabel: "Withdrawing...",
        tone: "danger",
        disabled: reason.trim() === "",
      }}
      subject="the reason"
      isDirty={reason !== ""}
      isPending={withdraw.isPending}
      error={withdraw.error}
      errorMessage="We couldn't withdraw the finding. Try again."
      onSubmit={() => withdraw.mutate()}
      onClose={onClose}
    >
      <TextArea
        label="Reason"
        required
        rows={3}
        maxLength={TEXT_LIMITS.reason}
        value={reason}
        onChange={(event) => setReason(event.target.value)}
      />
    </GuardedFormDialog>
  );
}
