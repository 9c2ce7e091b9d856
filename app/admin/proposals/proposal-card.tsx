import type { ListedProposal } from "#app/api/admin/proposals.ts";
import { TimeStamp } from "#app/components/findings/time-stamp.tsx";
import { ProposalBadge } from "#app/components/proposals/proposal-badge.tsx";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { formatDollars, toCents } from "#domain/money/money.ts";
import { getProposalReference } from "#domain/proposals/proposal-reference.ts";
import { CardDetail, RecordCard } from "../lists/record-card.tsx";
import { RecordName } from "../lists/record-name.tsx";
import { PROPOSALS_PATH } from "../shell/admin-pages.ts";
import { ProposalRecipient } from "./proposal-recipient.tsx";

/** A proposal on a narrow screen. */
export function ProposalCard({ proposal }: { proposal: ListedProposal }) {
  const { id, number, title, value, viewed_at: viewedAt, valid_until: validUntil } = proposal;
  return (
    <RecordCard
      title={<RecordName to={`${PROPOSALS_PATH}/${id}`} name={title} />}
      owner={<ProposalRecipient proposal={proposal} />}
      amount={formatDollars(toCents(value))}
      status={<ProposalBadge proposal={proposal} />}
    >
      <CardDetail
        value={number === null ? null : <span className="font-mono">{getProposalReference(number)}</span>}
      />
      <CardDetail label="Viewed" value={viewedAt ? <TimeStamp at={viewedAt} /> : null} />
      <CardDetail label="Valid until" value={validUntil ? formatDate(validUntil) : null} />
      <CardDetail label="Created" value={<TimeStamp at={proposal.created_at} />} />
    </RecordCard>
  );
}
