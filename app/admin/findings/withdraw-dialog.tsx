import { useQueryClient } from "@tanstack/react-query";
import { withdrawFinding } from "#app/api/admin/findings.ts";
import { type Finding, refetchFindings } from "#app/api/shared/findings.ts";
import { ReasonDialog } from "../forms/reason-dialog.tsx";

/** Withdraws a published finding with a reason for the client. */
export function WithdrawDialog({ finding, onClose }: { finding: Finding; onClose: () => void }) {
  const queryClient = useQueryClient();
  return (
    <ReasonDialog
      title={`Withdraw ${finding.key}`}
      description="The client still sees the finding, marked as withdrawn, with your reason. It is removed from open findings and deadlines."
      submitLabel="Withdraw finding"
      busyLabel="Withdrawing..."
      successMessage="Finding withdrawn"
      errorMessage="We couldn't withdraw the finding. Try again."
      onSubmit={(reason) => withdrawFinding(finding.id, reason)}
      onSuccess={() => refetchFindings(queryClient)}
      onClose={onClose}
    />
  );
}
