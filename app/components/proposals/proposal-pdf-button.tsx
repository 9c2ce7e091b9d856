import { useMutation } from "@tanstack/react-query";
import type { Proposal } from "#app/api/shared/proposals.ts";
import { downloadFile } from "#app/components/download-file.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { Button } from "#app/ui/button.tsx";
import { Download } from "#app/ui/icons.tsx";
import { useAlert } from "#app/ui/overlays/alert-dialog.tsx";
import { getProposalFileName } from "#domain/proposals/proposal-reference.ts";

type ProposalPdfButtonProps = {
  proposal: Proposal;
  version: number;
  fetchPdf: (id: string, version: number) => Promise<Blob>;
};

/** Downloads a version as PDF. */
export function ProposalPdfButton({ proposal, version, fetchPdf }: ProposalPdfButtonProps) {
  const showAlert = useAlert();
  const download = useMutation({
    mutationFn: () => fetchPdf(proposal.id, version),
    onSuccess: (bytes) => downloadFile(getProposalFileName(proposal, version), bytes),
    onError: (error) => void showAlert(errorMessage(error, "We couldn't download the PDF. Try again.")),
  });
  return (
    <Button
      icon={<Download aria-hidden="true" className="size-4" />}
      busy={download.isPending}
      onClick={() => download.mutate()}
    >
      Download PDF
    </Button>
  );
}
