import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { type MetaFunction, useNavigate, useParams, useSearchParams } from "react-router";
import { clientRatesQuery } from "#app/api/admin/client-rates.ts";
import { type Proposal, proposalQuery } from "#app/api/shared/proposals.ts";
import { refetchProposals } from "#app/api/shared/proposals-key.ts";
import { RecordPage } from "#app/components/record-page.tsx";
import { EmptyState } from "#app/ui/feedback/empty-state.tsx";
import { Handshake } from "#app/ui/icons.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { getProposalReference } from "#domain/proposals/proposal-reference.ts";
import { rateCardsOrDefaults } from "#domain/rates/rate-card.ts";
import { isUuid } from "#domain/text/uuid.ts";
import { PROPOSALS_PATH } from "../shell/admin-pages.ts";
import { pageMeta } from "../shell/page-meta.ts";
import { ProposalEditor } from "./editor/proposal-editor.tsx";
import { useSaveDraft } from "./editor/use-save-draft.ts";
import { SEND_PARAM } from "./proposal-header.tsx";
import { ReadersHint } from "./readers-hint.tsx";
import { getRecipientName } from "./recipient-name.ts";

export const meta: MetaFunction = () => pageMeta("Edit proposal");

/** Changes a draft, or starts a new version of a sent proposal. */
export default function EditProposalPage() {
  const { proposalId = "" } = useParams();
  const [reloads, setReloads] = useState(0);
  const proposal = useQuery({
    ...proposalQuery("admin", proposalId),
    enabled: isUuid(proposalId),
    // A refetch must not replace what the administrator is typing.
    refetchInterval: false,
  });
  return (
    <RecordPage
      id={proposalId}
      query={proposal}
      noun="proposal"
      title="Proposal"
      list={{ to: `${PROPOSALS_PATH}/${proposalId}`, label: "Back to the proposal" }}
      notFound={{
        icon: <Handshake className="size-6" />,
        hint: "The draft may have been deleted",
        action: "View all proposals",
      }}
    >
      {(loaded) =>
        loaded.status === "accepted" ? (
          <EmptyState
            icon={<Handshake className="size-6" />}
            title="The client has accepted this proposal"
            hint="An accepted proposal can't change. Create a new proposal for additional work."
          />
        ) : (
          <EditProposal
            key={`${loaded.id} ${reloads}`}
            proposal={loaded}
            onReload={async () => {
              await proposal.refetch();
              setReloads(reloads + 1);
            }}
          />
        )
      }
    </RecordPage>
  );
}

type EditProposalProps = { proposal: Proposal; onReload: () => Promise<void> };

function EditProposal({ proposal, onReload }: EditProposalProps) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const showToast = useToast();
  const { data: rates = [] } = useQuery({
    ...clientRatesQuery(proposal.client_id ?? ""),
    enabled: proposal.client_id !== null,
  });
  // The versions are sorted, newest first. Without a draft, the latest version is copied.
  const [latest] = useState(proposal.proposal_versions[0]);
  const save = useSaveDraft(proposal);
  const [searchParams] = useSearchParams();
  if (!latest) {
    return null;
  }
  return (
    <>
      <PageHeader
        title={latest.title}
        subtitle={[
          getProposalReference(proposal.number),
          getRecipientName(proposal),
          proposal.current_version === 0
            ? "Not visible to the client"
            : `Version ${proposal.current_version + 1}. The client sees version ${proposal.current_version} until you send this one.`,
        ]
          .filter(Boolean)
          .join(" · ")}
      />
      <ProposalEditor
        initial={latest.content}
        rateCards={rateCardsOrDefaults(rates)}
        save={save}
        onSaved={async () => {
          await refetchProposals(queryClient);
          await navigate(`${PROPOSALS_PATH}/${proposal.id}`);
          showToast("Draft saved");
        }}
        onSend={async () => {
          await refetchProposals(queryClient);
          await navigate(`${PROPOSALS_PATH}/${proposal.id}?${SEND_PARAM}=true`);
        }}
        onReload={() => void onReload()}
        findText={searchParams.get("find")}
        aside={<ReadersHint proposal={proposal} />}
      />
    </>
  );
}
