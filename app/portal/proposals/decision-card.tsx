import type { RefObject } from "react";
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

export type DecisionDialogName = "accept" | "decline";

type DecisionCardProps = {
  ref: RefObject<HTMLDivElement | null>;
  proposal: Proposal;
  version: ProposalVersion;
  totals: ProposalTotals;
  selectedIds: ReadonlySet<string>;
  onOpen: (dialog: DecisionDialogName) => void;
};

/** The total of an open proposal, and the buttons to accept or decline it. */
export function DecisionCard({ ref, proposal, version, totals, selectedIds, onOpen }: DecisionCardProps) {
  const optionalItems = version.content.items.filter((item) => item.isOptional);
  const selectedCount = optionalItems.filter(({ id }) => selectedIds.has(id)).length;
  return (
    <div ref={ref}>
      <Card aria-labelledby="proposal-decision">
        <CardHeader title={<span id="proposal-decision">Your decision</span>} />
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
          <Button tone="primary" onClick={() => onOpen("accept")}>
            Accept proposal
          </Button>
          <div className="grid gap-3 min-[26rem]:grid-cols-2">
            <Button onClick={() => onOpen("decline")}>Decline</Button>
            <ProposalPdfButton fetchPdf={fetchOwnProposalPdf} proposal={proposal} version={version.version} />
          </div>
        </div>
      </Card>
    </div>
  );
}
