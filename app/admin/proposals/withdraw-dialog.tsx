import { useQueryClient } from "@tanstack/react-query";
import { withdrawProposal } from "#app/api/admin/proposal-changes.ts";
import type { Proposal } from "#app/api/shared/proposals.ts";
import { refetchProposals } from "#app/api/shared/proposals-key.ts";
import { getProposalReference } from "#domain/proposals/proposal-reference.ts";
import { ReasonDialog } from "../forms/reason-dialog.tsx";

/** Withdraws a sent proposal with a reason for the client. */
export function WithdrawDialog({ proposal, onClose }: { proposal: Proposal; onClose: () => void }) {
  const queryClient = useQueryClient();
  return (
    <ReasonDialog
      title={`Withdraw ${getProposalReference(proposal.number)}`}
      description="The client can still read the proposal and your reason, but can no longer accept it."
      submitLabel="Withdraw proposal"
      busyLabel="Withdrawing..."
      successMessage="Proposal withdrawn"
      errorMessage="We couldn't withdraw the proposal. Try again."
      onSubmit={(reason) => withdrawProposal(proposal.id, reason)}
      onSuccess={() => refetchProposals(queryClient)}
      onClose={onClose}
    />
  );
}
