import { useQueryClient } from "@tanstack/react-query";
import { type IssuedLetter, refetchAssessment, withdrawLetter } from "#app/api/admin/assessments.ts";
import { ReasonDialog } from "../forms/reason-dialog.tsx";

type WithdrawLetterDialogProps = { projectId: string; letter: IssuedLetter; onClose: () => void };

/** Withdraws a letter of attestation with a reason for the client. */
export function WithdrawLetterDialog({ projectId, letter, onClose }: WithdrawLetterDialogProps) {
  const queryClient = useQueryClient();
  return (
    <ReasonDialog
      title="Withdraw letter"
      description={`The public page shows that ${letter.code} was withdrawn. Only the client sees your reason. This can't be undone.`}
      submitLabel="Withdraw letter"
      busyLabel="Withdrawing..."
      successMessage="Letter withdrawn"
      errorMessage="We couldn't withdraw the letter. Try again."
      onSubmit={(reason) => withdrawLetter(letter.id, reason)}
      onSuccess={() => refetchAssessment(queryClient, projectId)}
      onClose={onClose}
    />
  );
}
