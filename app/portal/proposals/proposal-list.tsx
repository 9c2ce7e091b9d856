import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { type OwnProposal, ownProposalsQuery } from "#app/api/portal/proposals.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { type Column, Table } from "#app/ui/data-display/table.tsx";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { Handshake } from "#app/ui/icons.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { brand } from "#brand";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { formatInstantDate } from "#domain/dates/relative-time.ts";
import { formatDollars, toCents } from "#domain/money/money.ts";
import { getProposalReference } from "#domain/proposals/proposal-reference.ts";
import { useCurrentClient } from "../current-client.ts";
import { sectionUrl } from "../section-url.ts";
import { canDecide, listOpenProposals, ownStatusBadge } from "./own-status.ts";

const COLUMNS: ReadonlyArray<Column<OwnProposal>> = [
  {
    key: "title",
    header: "Proposal",
    isTitle: true,
    isLongText: true,
    cell: (proposal) => <ProposalTitle proposal={proposal} />,
  },
  {
    key: "status",
    header: "Status",
    cell: (proposal) => <OwnStatus proposal={proposal} />,
  },
  {
    key: "sent",
    header: "Sent",
    minWidth: 760,
    cell: ({ sent_at: sentAt }) =>
      sentAt ? formatInstantDate(sentAt, Intl.DateTimeFormat().resolvedOptions().timeZone) : "—",
  },
  {
    key: "valid",
    header: "Valid until",
    cell: ({ valid_until: validUntil }) => <span className="tabular">{formatDate(validUntil)}</span>,
  },
  {
    key: "value",
    header: "Total",
    align: "end",
    cell: ({ value }) => formatDollars(toCents(value)),
  },
  {
    key: "actions",
    header: "Actions",
    isActions: true,
    // Cards have their own button.
    cell: (proposal, layout) => layout === "table" && <ReviewButton proposal={proposal} />,
  },
];

/** The proposals that were sent to the client. */
export function ProposalList() {
  const { id } = useCurrentClient();
  const proposals = useQuery(ownProposalsQuery(id));
  return (
    <>
      <PageHeader title="Proposals" subtitle={`Offers from ${brand.name} that you can accept online`} />
      <Loaded
        query={proposals}
        errorMessage="We couldn't load your proposals."
        loading={<Loading text="Loading proposals..." rows={4} />}
      >
        {(list) =>
          list.length === 0 ? (
            <EmptyState
              icon={<Handshake className="size-6" />}
              title="No proposals yet"
              hint={`Proposals appear here when ${brand.name} sends them`}
            />
          ) : (
            <Table
              label="Proposals"
              columns={COLUMNS}
              rows={sortOpenFirst(list)}
              rowKey={(proposal) => proposal.id}
              renderCard={(proposal) => <ProposalCard proposal={proposal} />}
              cardsBelow={640}
            />
          )
        }
      </Loaded>
    </>
  );
}

/** Open proposals first, starting with the one that expires first. */
function sortOpenFirst(proposals: readonly OwnProposal[]): OwnProposal[] {
  const open = listOpenProposals(proposals);
  return [...open, ...proposals.filter((proposal) => !open.includes(proposal))];
}

type ProposalProps = { proposal: OwnProposal };

function ProposalTitle({ proposal: { id, number, title, status } }: ProposalProps) {
  return (
    <span className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
      <Link
        to={sectionUrl("proposals", { proposal: id })}
        className="row-link wrap-anywhere inline-flex min-h-6 items-center rounded-small font-medium hover:text-accent hover:underline"
      >
        {title}
      </Link>
      <span className="whitespace-nowrap font-mono text-13 text-muted">{getProposalReference(number)}</span>
      {status === "sent" && <span className="text-13 text-accent">New</span>}
    </span>
  );
}

function OwnStatus({ proposal }: ProposalProps) {
  const { label, tone } = ownStatusBadge(proposal);
  return <Badge tone={tone}>{label}</Badge>;
}

/** Opens an open proposal, because the client has to decide. Renders nothing for other proposals. */
function ReviewButton({ proposal }: ProposalProps) {
  return (
    canDecide(proposal) && (
      <ButtonLink
        to={sectionUrl("proposals", { proposal: proposal.id })}
        size="small"
        tone="primary"
        aria-label={`Review proposal: ${proposal.title}`}
      >
        Review
      </ButtonLink>
    )
  );
}

/** A proposal on a phone. */
function ProposalCard({ proposal }: ProposalProps) {
  const { value, valid_until: validUntil } = proposal;
  return (
    <div className="grid gap-2 text-14">
      <div className="flex items-start justify-between gap-4">
        <ProposalTitle proposal={proposal} />
        <span className="tabular whitespace-nowrap font-medium">{formatDollars(toCents(value))}</span>
      </div>
      <div className="flex flex-wrap items-center justify-between gap-3">
        <span className="grid gap-0.5">
          <OwnStatus proposal={proposal} />
          {canDecide(proposal) && (
            <span className="tabular text-13 text-muted">Valid until {formatDate(validUntil)}</span>
          )}
        </span>
        <ReviewButton proposal={proposal} />
      </div>
    </div>
  );
}
