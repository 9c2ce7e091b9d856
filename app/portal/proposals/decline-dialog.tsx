import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { declineProposal } from "#app/api/portal/proposals.ts";
import type { Proposal } from "#app/api/shared/proposals.ts";
import { refetchProposals } from "#app/api/shared/proposals-key.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { TextArea } from "#app/ui/forms/text-area.tsx";
import { FormDialog } from "#app/ui/overlays/form-dialog.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { brand } from "#brand";
import { DeclineProposal } from "#domain/proposals/proposals-api.ts";
import { PROPOSAL_LIMITS } from "#domain/proposals/text-limits.ts";

type DeclineDialogProps = { proposal: Proposal; version: number; onClose: () => void };

/** Declines a proposal with a reason for the firm. */
export function DeclineDialog({ proposal, version, onClose }: DeclineDialogProps) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const [reason, setReason] = useState("");
  const [hasTriedToDecline, setHasTriedToDecline] = useState(false);
  const parsed = DeclineProposal.safeParse({ version, reason });
  const decline = useMutation({
    mutationFn: () => declineProposal(proposal.id, { version, reason }),
    onSuccess: () => {
      showToast("Proposal declined");
      onClose();
    },
    onSettled: () => refetchProposals(queryClient),
  });
  return (
    <FormDialog
      title="Decline the proposal"
      description={`${brand.name} receives your reason by email and can send you a new version.`}
      submitButton={{
        label: "Decline proposal",
        busyLabel: "Declining...",
        tone: "danger",
      }}
      isPending={decline.isPending}
      onSubmit={({ currentTarget: form }) => {
        setHasTriedToDecline(true);
        if (parsed.success) {
          decline.mutate();
        } else {
          // The message appears in the next frame.
          requestAnimationFrame(() => form.querySelector<HTMLElement>("[aria-invalid]")?.focus());
        }
      }}
      onClose={onClose}
    >
      {decline.error && (
        <Banner tone="negative" urgent>
          {errorMessage(decline.error, "We couldn't decline the proposal. Try again.")}
        </Banner>
      )}
      <TextArea
        label="Reason"
        required
        error={hasTriedToDecline && !parsed.success ? parsed.error.issues[0]?.message : undefined}
        rows={4}
        maxLength={PROPOSAL_LIMITS.reason}
        value={reason}
        onChange={(event) => setReason(event.currentTarget.value)}
      />
    </FormDialog>
  );
}
