import { useQuery } from "@tanstack/react-query";
import { type MetaFunction, useSearchParams } from "react-router";
import { fetchAllProposals, PROPOSAL_SORT_COLUMNS, proposalListQuery } from "#app/api/admin/proposals.ts";
import { getCurrentStatus } from "#app/components/proposals/proposal-badge.tsx";
import { ButtonLink, IconButton } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { Ellipsis, FileText, Handshake, Plus } from "#app/ui/icons.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { Menu } from "#app/ui/overlays/menu.tsx";
import { toCents } from "#domain/money/money.ts";
import { getProposalReference } from "#domain/proposals/proposal-reference.ts";
import {
  PROPOSAL_STATUSES,
  type ProposalFilter,
  proposalStatusBadge,
} from "#domain/proposals/proposal-status.ts";
import { formatCsvDollars } from "#domain/text/csv.ts";
import { ClientFilterButton } from "../invoices/client-filter-button.tsx";
import { ExportButton } from "../lists/export-button.tsx";
import { ListScreen } from "../lists/list-screen.tsx";
import { useListParams } from "../lists/use-list-params.ts";
import { PIPELINE_PATH, PROPOSALS_PATH } from "../shell/admin-pages.ts";
import { pageMeta } from "../shell/page-meta.ts";
import { PROPOSAL_COLUMNS } from "./proposal-columns.tsx";

export const meta: MetaFunction = () => pageMeta("Proposals");

const STATUS_FILTERS: readonly ProposalFilter[] = ["open", ...PROPOSAL_STATUSES];
const STATUS_OPTIONS = [
  { value: "open", label: "Waiting for the client" },
  ...PROPOSAL_STATUSES.map((value) => ({ value, label: proposalStatusBadge(value).label })),
];

/** The proposals to all clients. */
export default function Proposals() {
  const controls = useListParams(STATUS_FILTERS, PROPOSAL_SORT_COLUMNS);
  const { search, status, page, sort, change } = controls;
  const [searchParams] = useSearchParams();
  const clientId = searchParams.get("client") ?? "";
  const filter = { search, status, clientId };
  const proposals = useQuery(proposalListQuery({ ...filter, page, sort }));
  const newUrl = `${PROPOSALS_PATH}/new${clientId ? `?client=${clientId}` : ""}`;
  return (
    <>
      <PageHeader
        title="Proposals"
        subtitle="Clients review and accept proposals in the portal."
        action={
          <>
            <ButtonLink to={PIPELINE_PATH}>Pipeline</ButtonLink>
            <ExportButton name="proposals" fetchRows={() => fetchCsvRows(filter)} />
            <ButtonLink to={newUrl} tone="primary" icon={<Plus aria-hidden="true" className="size-4" />}>
              New proposal
            </ButtonLink>
            <Menu
              trigger={
                <IconButton label="More actions">
                  <Ellipsis aria-hidden="true" className="size-5" />
                </IconButton>
              }
              entries={[
                {
                  label: "Templates and terms",
                  icon: <FileText aria-hidden="true" className="size-4" />,
                  to: `${PROPOSALS_PATH}/templates`,
                },
              ]}
            />
          </>
        }
      />
      <ListScreen
        noun="proposal"
        controls={controls}
        page={proposals}
        columns={PROPOSAL_COLUMNS}
        rowKey={({ id }) => id}
        cardsBelow={960}
        searchLabel="Search title, client or number"
        filter={{ label: "Filter by status", placeholder: "All statuses", options: STATUS_OPTIONS }}
        tools={
          clientId && (
            <ClientFilterButton clientId={clientId} onRemove={() => change({ filters: { client: "" } })} />
          )
        }
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
      proposal.clients?.company ?? proposal.contact_inquiries?.company ?? "",
      proposalStatusBadge(getCurrentStatus(proposal)).label,
      formatCsvDollars(toCents(proposal.value)),
      proposal.sent_at ?? "",
      proposal.viewed_at ?? "",
      proposal.valid_until ?? "",
      proposal.closed_at ?? "",
    ]),
  ];
}
