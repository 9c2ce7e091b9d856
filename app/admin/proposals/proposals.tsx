import { useQuery } from "@tanstack/react-query";
import { type MetaFunction, useSearchParams } from "react-router";
import { fetchAllProposals, PROPOSAL_SORT_COLUMNS, proposalListQuery } from "#app/api/admin/proposals.ts";
import { getCurrentStatus } from "#app/components/proposals/proposal-badge.tsx";
import { ButtonLink } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { FileText, Handshake, Layers, Plus } from "#app/ui/icons.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { toCents } from "#domain/money/money.ts";
import { getProposalReference } from "#domain/proposals/proposal-reference.ts";
import {
  PROPOSAL_STATUSES,
  type ProposalFilter,
  proposalStatusBadge,
} from "#domain/proposals/proposal-status.ts";
import { formatCsvDollars } from "#domain/text/csv.ts";
import { ClientFilterButton } from "../invoices/client-filter-button.tsx";
import { ListMenu } from "../lists/list-menu.tsx";
import { ListScreen } from "../lists/list-screen.tsx";
import { useListParams } from "../lists/use-list-params.ts";
import { PIPELINE_PATH, PROPOSALS_PATH } from "../shell/admin-pages.ts";
import { pageMeta } from "../shell/page-meta.ts";
import { ProposalCard } from "./proposal-card.tsx";
import { PROPOSAL_COLUMNS } from "./proposal-columns.tsx";
import { getRecipientCompany } from "./recipient-name.ts";

export const meta: MetaFunction = () => pageMeta("Proposals");

const STATUS_FILTERS: readonly ProposalFilter[] = ["open", ...PROPOSAL_STATUSES];
const STATUS_OPTIONS = [
  { value: "open", label: "Waiting for the client" },
  ...PROPOSAL_STATUSES.map((value) => ({ value, label: proposalStatusBadge(value).label })),
];

const PIPELINE = {
  label: "Pipeline",
  icon: <Layers aria-hidden="true" className="size-4" />,
  to: PIPELINE_PATH,
};
const TEMPLATES = {
  label: "Templates and terms",
  icon: <FileText aria-hidden="true" className="size-4" />,
  to: `${PROPOSALS_PATH}/templates`,
};

/** The proposals to all clients. */
export default function Proposals() {
  const controls = useListParams(STATUS_FILTERS, PROPOSAL_SORT_COLUMNS);
  const { search, status, page, sort, change } = controls;
  const [searchParams] = useSearchParams();
  const clientId = searchParams.get("client") ?? "";
  const filter = { search, status, clientId };
  const proposals = useQuery(proposalListQuery({ ...filter, page, sort }));
  const csv = { name: "proposals", fetchRows: () => fetchCsvRows(filter) };
  const newUrl = `${PROPOSALS_PATH}/new${clientId ? `?client=${clientId}` : ""}`;
  return (
    <>
      <PageHeader
        title="Proposals"
        subtitle="Clients review and accept proposals in the portal"
        action={
          <>
            <ButtonLink to={PIPELINE_PATH} className="max-sm:hidden">
              Pipeline
            </ButtonLink>
            <ButtonLink to={newUrl} tone="primary" icon={<Plus aria-hidden="true" className="size-4" />}>
              New proposal
            </ButtonLink>
            <div className="max-sm:hidden">
              <ListMenu entries={[TEMPLATES]} csv={csv} />
            </div>
          </>
        }
        phoneMenu={<ListMenu entries={[PIPELINE, TEMPLATES]} csv={csv} />}
      />
      <ListScreen
        noun="proposal"
        controls={controls}
        page={proposals}
        columns={PROPOSAL_COLUMNS}
        renderCard={(proposal) => <ProposalCard proposal={proposal} />}
        rowKey={({ id }) => id}
        cardsBelow={640}
        searchLabel="Search title, client or number"
        filter={{ label: "Filter by status", placeholder: "All statuses", options: STATUS_OPTIONS }}
        tools={
          clientId && (
            <ClientFilterButton clientId={clientId} onRemove={() => change({ filters: { client: "" } })} />
          )
        }
        filterParams={["client"]}
        activeToolCount={clientId ? 1 : 0}
        empty={
          <EmptyState
            icon={<Handshake className="size-6" />}
            title="No proposals yet"
            hint="Create a proposal for a client, or from an inquiry or a quote request"
            action={<ButtonLink to={newUrl}>Create a proposal</ButtonLink>}
          />
        }
      />
    </>
  );
}

async function fetchCsvRows(filter: Parameters<typeof fetchAllProposals>[0]): Promise<string[][]> {
  const proposals = await fetchAllProposals(filter);
  return [
    ["Proposal", "Title", "Client", "Status", "Value (USD)", "Sent", "Viewed", "Valid until", "Closed"],
    ...proposals.map((proposal) => [
      getProposalReference(proposal.number),
      proposal.title,
      getRecipientCompany(proposal) ?? "",
      proposalStatusBadge(getCurrentStatus(proposal)).label,
      formatCsvDollars(toCents(proposal.value)),
      proposal.sent_at ?? "",
      proposal.viewed_at ?? "",
      proposal.valid_until ?? "",
      proposal.closed_at ?? "",
    ]),
  ];
}
