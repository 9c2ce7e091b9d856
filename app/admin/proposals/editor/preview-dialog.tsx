import { ProposalDocument } from "#app/components/proposals/proposal-document.tsx";
import { Button } from "#app/ui/button.tsx";
import { Dialog } from "#app/ui/overlays/dialog.tsx";
import { firmToday } from "#domain/firm/firm-today.ts";
import { ProposalContent } from "#domain/proposals/proposal-content.ts";
import { proposalTotals } from "#domain/proposals/proposal-totals.ts";
import type { DraftContent } from "./draft-content.ts";

type PreviewDialogProps = { content: DraftContent; onClose: () => void };

/** Dialog with complete content as the client will read it. */
export function PreviewDialog({ content, onClose }: PreviewDialogProps) {
  const parsed = ProposalContent.parse(content);
  return (
    <Dialog
      open
      size="wide"
      isText
      title={parsed.title}
      description="This is what the client will see."
      onClose={onClose}
      footer={<Button onClick={onClose}>Close preview</Button>}
    >
      <ProposalDocument content={parsed} totals={proposalTotals(parsed)} acceptedOn={firmToday(new Date())} />
    </Dialog>
  );
}
