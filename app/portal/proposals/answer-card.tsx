import { useState } from "react";
import { fetchOwnProposalPdf } from "#app/api/portal/proposals.ts";
import type { Proposal, ProposalVersion } from "#app/api/shared/proposals.ts";
import { ProposalPdfButton } from "#app/components/proposals/proposal-pdf-button.tsx";
import { Button } from "#app/ui/button.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { brand } from "#brand";
import { formatDollars } from "#domain/money/money.ts";
import { formatValidity } from "#domain/proposals/proposal-status.ts";
import type { ProposalTotals } from "#domain/proposals/proposal-totals.ts";
import { formatCount } from "#domain/text/pluralize.ts";
import { AcceptDialog } from "./accept-dialog.tsx";
import { DeclineDialog } from "./decline-dialog.tsx";

type AnswerCardProps = {
  proposal: Proposal;
  version: ProposalVersion;
  totals: ProposalTotals;
  selectedIds: ReadonlySet<string>;
};

/** The total of an open proposal, and the buttons to accept or decline it. */
export function AnswerCard({ proposal, version, totals, selectedIds }: AnswerCardProps) {
  const [openDialog, setOpenDialog] = useState<"accept" | "decline" | null>(null);
  const close = () => setOpenDialog(null);
  const optionalItems = version.content.items.filter((item) => item.isOptional);
  const selectedCount = optionalItems.filter(({ id }) => selectedIds.has(id)).length;
  return (
    <Card aria-labelledby="proposal-answer">
      <CardHeader title={<span id="proposal-answer">Your answer</span>} />
      <p role="status" className="tabular text-28">
        {formatDollars(totals.total)}
      </p>
      {optionalItems.length > 0 && (
        <p className="text-13 text-muted">
          {`${selectedCount} of ${formatCount(optionalItems.length, "optional item")} selected`}
        </p>
      )}
      {proposal.valid_until && (
        <p className="mt-3 text-14 text-muted">
          Valid until {formatValidity(proposal.valid_until, brand.timeZone)}
        </p>
      )}
      <div className="mt-5 grid gap-3">
        <Button tone="primary" onClick={() => setOpenDialog("accept")}>
          Accept proposal
        </Button>
        <div className="grid gap-3 min-[26rem]:grid-cols-2">
          <Button onClick={() => setOpenDialog("decline")}>Decline</Button>
          <ProposalPdfButton fetchPdf={fetchOwnProposalPdf} proposal={proposal} version={version.version} />
        </div>
      </div>
      {openDialog === "accept" && (
        <AcceptDialog
          proposal={proposal}
          version={version}
          totals={totals}
          selectedIds={selectedIds}
          onClose={close}
        />
      )}
      {openDialog === "decline" && (
        <DeclineDialog proposal={proposal} version={version.version} onClose={close} />
      )}
    </Card>
  );
}
