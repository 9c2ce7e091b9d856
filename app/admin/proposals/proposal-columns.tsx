import type { ListedProposal } from "#app/api/admin/proposals.ts";
import { TimeStamp } from "#app/components/findings/time-stamp.tsx";
import { ProposalBadge } from "#app/components/proposals/proposal-badge.tsx";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { formatDollars, toCents } from "#domain/money/money.ts";
import { getProposalReference } from "#domain/proposals/proposal-reference.ts";
import { RecordName } from "../lists/record-name.tsx";
import { AGE_ORDERS, DATE_ORDERS, type ListColumn, NUMBER_ORDERS } from "../lists/sortable-columns.tsx";
import { PROPOSALS_PATH } from "../shell/admin-pages.ts";
import { ProposalRecipient } from "./proposal-recipient.tsx";

export const PROPOSAL_COLUMNS: ReadonlyArray<ListColumn<ListedProposal>> = [
  {
    key: "title",
    header: "Proposal",
    sort: "number",
    sortOrders: NUMBER_ORDERS,
    isLongText: true,
    isTitle: true,
    cell: (proposal, _, hiddenKeys) => (
      <>
        <span className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
          <RecordName to={`${PROPOSALS_PATH}/${proposal.id}`} name={proposal.title} />
          {proposal.number !== null && (
            <span className="whitespace-nowrap font-mono text-13 text-muted">
              {getProposalReference(proposal.number)}
            </span>
          )}
        </span>
        {hiddenKeys.has("client") && (
          <span className="block font-normal text-13 text-muted">
            <ProposalRecipient proposal={proposal} />
          </span>
        )}
      </>
    ),
  },
  {
    key: "client",
    header: "Client",
    minWidth: 800,
    cell: (proposal) => <ProposalRecipient proposal={proposal} />,
  },
  {
    key: "status",
    header: "Status",
    sort: "status",
    cell: (proposal) => <ProposalBadge proposal={proposal} />,
  },
  {
    key: "viewed",
    header: "Viewed",
    sort: "viewed_at",
    sortOrders: DATE_ORDERS,
    minWidth: 900,
    cell: ({ viewed_at: viewedAt }) => (viewedAt ? <TimeStamp at={viewedAt} /> : "—"),
  },
  {
    key: "expires",
    header: "Valid until",
    sort: "valid_until",
    sortOrders: DATE_ORDERS,
    cell: ({ valid_until: validUntil }) => (
      <span className="tabular whitespace-nowrap">{formatDate(validUntil)}</span>
    ),
  },
  {
    key: "created",
    header: "Created",
    sort: "created_at",
    sortOrders: AGE_ORDERS,
    minWidth: 1000,
    cell: ({ created_at: createdAt }) => <TimeStamp at={createdAt} />,
  },
  {
    key: "value",
    header: "Value",
    sort: "value",
    align: "end",
    cell: ({ value }) => formatDollars(toCents(value)),
  },
];
