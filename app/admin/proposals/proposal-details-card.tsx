import type { ReactNode } from "react";
import { Link } from "react-router";
import type { Proposal } from "#app/api/shared/proposals.ts";
import { TimeStamp } from "#app/components/findings/time-stamp.tsx";
import { getCurrentStatus, ProposalBadge } from "#app/components/proposals/proposal-badge.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { brand } from "#brand";
import { formatDollars, toCents } from "#domain/money/money.ts";
import { formatValidity } from "#domain/proposals/proposal-status.ts";
import { INBOX_PATH } from "../shell/admin-pages.ts";
import { ProbabilitySelect } from "./probability-select.tsx";

const LINK_CLASSES = "inline-flex min-h-6 items-center rounded-small hover:text-accent hover:underline";

/** The status, the value and the dates of a proposal, with what it belongs to. */
export function ProposalDetailsCard({ proposal }: { proposal: Proposal }) {
  const { client_id: clientId, inquiry_id: inquiryId, valid_until: validUntil } = proposal;
  const isOpen = ["draft", "sent", "viewed"].includes(getCurrentStatus(proposal));
  return (
    <Card aria-labelledby="proposal-details">
      <CardHeader title={<span id="proposal-details">Details</span>} />
      <dl className="grid grid-cols-1 gap-2 text-14">
        <Detail label="Status">
          <ProposalBadge proposal={proposal} />
        </Detail>
        <Detail label="Value">{formatDollars(toCents(proposal.value))}</Detail>
        {clientId && (
          <Detail label="Client">
            <Link to={`/admin/clients/${clientId}`} className={LINK_CLASSES}>
              {proposal.clients?.company}
            </Link>
          </Detail>
        )}
        {inquiryId && (
          <Detail label="Source">
            <Link to={`${INBOX_PATH}/${inquiryId}`} className={LINK_CLASSES}>
              Inquiry
            </Link>
          </Detail>
        )}
        {proposal.booking_id && <Detail label="Source">Client request</Detail>}
        {validUntil && <Detail label="Valid until">{formatValidity(validUntil, brand.timeZone)}</Detail>}
        {proposal.sent_at && (
          <Detail label="Sent">
            <TimeStamp at={proposal.sent_at} />
          </Detail>
        )}
        {proposal.sent_at && (
          <Detail label="Viewed">
            {proposal.viewed_at ? <TimeStamp at={proposal.viewed_at} /> : "Not yet"}
          </Detail>
        )}
        {isOpen && (
          <Detail label="Probability">
            <ProbabilitySelect proposal={proposal} />
          </Detail>
        )}
      </dl>
    </Card>
  );
}

function Detail({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex items-baseline justify-between gap-4">
      <dt className="shrink-0 text-13 text-muted">{label}</dt>
      <dd className="tabular min-w-0 wrap-anywhere text-right">{children}</dd>
    </div>
  );
}
