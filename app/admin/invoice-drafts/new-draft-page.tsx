import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type MetaFunction, useNavigate, useSearchParams } from "react-router";
import { clientCompanyQuery } from "#app/api/admin/clients.ts";
import {
  createInvoiceDraft,
  invoiceDraftListQuery,
  refetchInvoiceDrafts,
} from "#app/api/admin/invoice-drafts.ts";
import { clientProjectOptionsQuery } from "#app/api/admin/proposals.ts";
import { squareWritingQuery } from "#app/api/admin/square-writing.ts";
import { type Proposal, proposalQuery } from "#app/api/shared/proposals.ts";
import { combineQueries, Loaded } from "#app/components/loaded.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { Loading } from "#app/ui/feedback/skeleton.tsx";
import { Select } from "#app/ui/forms/select.tsx";
import { BackLink } from "#app/ui/layout/back-link.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { type CalendarDate, dateInTimeZone } from "#domain/dates/calendar-date.ts";
import { formatDollars, sumCents } from "#domain/money/money.ts";
import { newInvoiceText } from "#domain/square/writing.ts";
import { formatCount } from "#domain/text/pluralize.ts";
import { isUuid } from "#domain/text/uuid.ts";
import { ClientSelect } from "../forms/client-select.tsx";
import { INVOICE_DRAFTS_PATH } from "../shell/admin-pages.ts";
import { pageMeta } from "../shell/page-meta.ts";
import { DraftForm } from "./draft-form.tsx";
import {
  type AcceptedProposal,
  createContent,
  createProposalContent,
  type FormContent,
} from "./draft-form-content.ts";

export const meta: MetaFunction = () => pageMeta("Create invoice");

type Source = {
  client: { id: string; company: string } | null;
  projectId: string;
  proposal: ({ id: string } & AcceptedProposal) | null;
};

/** Creates an invoice for a client, a project or a proposal. Nothing is sent yet. */
export default function NewDraftPage() {
  const writing = useQuery(squareWritingQuery());
  const source = useSource();
  return (
    <>
      <BackLink to={INVOICE_DRAFTS_PATH} label="All draft invoices" />
      <PageHeader title="Create invoice" subtitle={writing.data && newInvoiceText(writing.data.isEnabled)} />
      <Loaded
        query={combineQueries(writing, source)}
        errorMessage="We couldn't load the form."
        loading={<Loading text="Loading form..." rows={4} />}
      >
        {([{ timeZone }, loaded]) => (
          <NewDraft source={loaded} today={dateInTimeZone(new Date(), timeZone)} />
        )}
      </Loaded>
    </>
  );
}

function useSource() {
  const [searchParams] = useSearchParams();
  const read = (name: string) => {
    const id = searchParams.get(name) ?? "";
    return isUuid(id) ? id : "";
  };
  const [clientId, projectId, proposalId] = ["client", "project", "proposal"].map(read);
  const company = useQuery({ ...clientCompanyQuery(clientId ?? ""), enabled: Boolean(clientId) });
  const proposal = useQuery({ ...proposalQuery("admin", proposalId ?? ""), enabled: Boolean(proposalId) });
  const queries = [...(clientId ? [company] : []), ...(proposalId ? [proposal] : [])];
  const isLoaded = queries.every(({ data }) => data !== undefined);
  const source: Source = {
    client:
      proposal.data?.client_id && proposal.data.clients
        ? { id: proposal.data.client_id, company: proposal.data.clients.company }
        : clientId && company.data
          ? { id: clientId, company: company.data }
          : null,
    projectId: proposal.data?.project_id ?? projectId ?? "",
    proposal: proposal.data ? toAccepted(proposal.data) : null,
  };
  return {
    data: isLoaded ? source : undefined,
    error: queries.find(({ error }) => error)?.error ?? null,
    isFetching: queries.some(({ isFetching }) => isFetching),
    refetch: () => queries.map((query) => query.refetch()),
  };
}

/** What the client accepted, or null for a proposal that is not accepted. */
function toAccepted({ id, number, acceptance, proposal_versions: versions }: Proposal): Source["proposal"] {
  const accepted = versions.find(({ version }) => version === acceptance?.version);
  return accepted && acceptance && number !== null
    ? {
        ...{ id, number, content: accepted.content, acceptedOn: acceptance.accepted_on },
        selectedIds: new Set(acceptance.selectedIds),
      }
    : null;
}

/** Warns that the proposal's payment plan creates invoices, too. */
function PlannedInvoicesNotice({ proposalId }: { proposalId: string }) {
  const { data = [] } = useQuery(invoiceDraftListQuery({ proposalId }));
  const drafts = data.filter(({ status }) => status !== "canceled");
  const billed = sumCents(drafts.map(({ totalCents }) => totalCents));
  return (
    <Banner tone="warning" isAnnounced={false}>
      {drafts.length > 0 &&
        `${formatCount(drafts.length, "invoice")} for ${formatDollars(billed)} ${drafts.length === 1 ? "is" : "are"} already drafted or sent for this proposal. `}
      The payment plan creates an invoice whenever a payment is due. To avoid billing the client twice, remove
      from this invoice what the plan bills.
    </Banner>
  );
}

function NewDraft({ source, today }: { source: Source; today: CalendarDate }) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const showToast = useToast();
  const [initial] = useState(() =>
    source.proposal ? createProposalContent(source.proposal, today) : createContent(today),
  );
  const [clientId, setClientId] = useState(source.client?.id ?? "");
  const [projectId, setProjectId] = useState(source.projectId);
  const [hasTriedToSave, setHasTriedToSave] = useState(false);
  const { data: projects = [] } = useQuery({
    ...clientProjectOptionsQuery(clientId),
    enabled: clientId !== "",
  });
  const create = useMutation({
    mutationFn: ({ lines, ...content }: FormContent) =>
      createInvoiceDraft({
        ...content,
        lines: lines.map(({ id: _, ...line }) => line),
        ...{ clientId, projectId: projectId || null, proposalId: source.proposal?.id ?? null },
      }),
    onSuccess: async (id) => {
      await refetchInvoiceDrafts(queryClient);
      await navigate(`${INVOICE_DRAFTS_PATH}/${id}`);
      showToast("Draft saved");
    },
  });
  return (
    <DraftForm
      initial={initial}
      today={today}
      submitLabel="Save draft"
      isPending={create.isPending}
      error={create.error}
      validateChildren={() => {
        setHasTriedToSave(true);
        return clientId !== "";
      }}
      onSave={(content) => create.mutate(content)}
    >
      {source.proposal && <PlannedInvoicesNotice proposalId={source.proposal.id} />}
      <ClientSelect
        control={{
          value: clientId,
          onChange: (event) => {
            setClientId(event.currentTarget.value);
            setProjectId("");
          },
        }}
        {...(source.client ? { initial: source.client } : {})}
        error={hasTriedToSave && clientId === "" ? "Select a client" : undefined}
      />
      <Select
        label="Project"
        hint="Optional. The invoice is linked to it."
        placeholder="No project"
        options={projects.map(({ id, project_name }) => ({ value: id, label: project_name }))}
        value={projectId}
        onChange={(event) => setProjectId(event.currentTarget.value)}
      />
    </DraftForm>
  );
}
