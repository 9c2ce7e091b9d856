import type { Proposal } from "#app/api/shared/proposals.ts";
import { DownloadPdfButton } from "#app/components/download-pdf-button.tsx";
import { getProposalFileName } from "#domain/proposals/proposal-reference.ts";

type ProposalPdfButtonProps = {
  proposal: Proposal;
  version: number;
  fetchPdf: (id: string, version: number) => Promise<Blob>;
};

/** Downloads a version. */
export function ProposalPdfButton({ proposal, version, fetchPdf }: ProposalPdfButtonProps) {
  return (
    <DownloadPdfButton
      fileName={getProposalFileName(proposal, version)}
      fetchPdf={() => fetchPdf(proposal.id, version)}
    />
  );
}
