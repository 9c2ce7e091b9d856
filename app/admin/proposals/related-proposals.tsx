import { useQuery } from "@tanstack/react-query";
import { Link } from "react-router";
import { type ProposalSource, relatedProposalsQuery } from "#app/api/admin/proposals.ts";
import { Loaded } from "#app/components/loaded.tsx";
import { ProposalBadge } from "#app/components/proposals/proposal-badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { Card, CardHeader } from "#app/ui/layout/card.tsx";
import { formatDollars, toCents } from "#domain/money/money.ts";
import { getProposalReference } from "#domain/proposals/proposal-reference.ts";
import { PROPOSALS_PATH } from "../shell/admin-pages.ts";

/** Parameters of the form for a new proposal. */
const PARAMS = { client_id: "client", inquiry_id: "inquiryId", project_id: null } satisfies Record<
  ProposalSource["column"],
  string | null
>;

type RelatedProposalsProps = {
  source: ProposalSource;
  /** Whether the card has a link to create a proposal. */
  canCreate?: boolean;
  /** Whether to render nothing if there are no proposals. */
  isHiddenIfEmpty?: boolean;
};

/** Card with the newest proposals of a client, an inquiry or a project. */
export function RelatedProposals({
  source,
  canCreate = true,
  isHiddenIfEmpty = false,
}: RelatedProposalsProps) {
  const proposals = useQuery(relatedProposalsQuery(source));
  const param = PARAMS[source.column];
  if (isHiddenIfEmpty && proposals.data?.length === 0) {
    return null;
  }
  return (
    <Card aria-labelledby="related-proposals">
      <CardHeader
        title={<span id="related-proposals">Proposals</span>}
        action={
          canCreate &&
          param && (
            <ButtonLink to={`${PROPOSALS_PATH}/new?${param}=${source.id}`} size="small">
              New proposal
            </ButtonLink>
          )
        }
      />
      <Loaded
        query={proposals}
        errorMessage="We couldn't load the proposals."
        loading={<Loading text="Loading proposals..." rows={2} />}
        isSmall
      >
        {(list) =>
          list.length === 0 ? (
            <EmptyState isSmall title="No proposals yet" hint="Proposals appear here as they are created" />
          ) : (
            <ul aria-label="Proposals" className="divide-y divide-line">
              {list.map((proposal) => (
                <li
                  key={proposal.id}
                  className="flex flex-wrap items-center gap-x-4 gap-y-1 py-3 text-14 first:pt-0 last:pb-0"
                >
                  <div className="min-w-0 flex-1 basis-40">
                    <Link
                      to={`${PROPOSALS_PATH}/${proposal.id}`}
                      className="wrap-anywhere rounded-small font-medium hover:text-accent hover:underline"
                    >
                      {proposal.title}
                    </Link>
                    {proposal.number !== null && (
                      <p className="font-mono text-13 text-muted">{getProposalReference(proposal.number)}</p>
                    )}
                  </div>
                  <ProposalBadge proposal={proposal} />
                  <p className="tabular text-right sm:w-28">{formatDollars(toCents(proposal.value))}</p>
                </li>
              ))}
            </ul>
          )
        }
      </Loaded>
    </Card>
  );
}
