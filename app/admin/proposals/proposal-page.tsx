import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { type MetaFunction, useParams } from "react-router";
import { type Proposal, proposalQuery } from "#app/api/shared/proposals.ts";
import { AcceptanceCard } from "#app/components/proposals/acceptance-card.tsx";
import { ProposalComments } from "#app/components/proposals/proposal-comments.tsx";
import { ProposalDocument } from "#app/components/proposals/proposal-document.tsx";
import { ProposalHistory } from "#app/components/proposals/proposal-history.tsx";
import { VersionList } from "#app/components/proposals/version-list.tsx";
import { RecordPage } from "#app/components/record-page.tsx";
import { Handshake } from "#app/ui/icons.tsx";
import { firmToday } from "#domain/firm/firm-today.ts";
import { getProposalReference } from "#domain/proposals/proposal-reference.ts";
import { isOpenProposal } from "#domain/proposals/proposal-status.ts";
import { proposalTotals } from "#domain/proposals/proposal-totals.ts";
import { isUuid } from "#domain/text/uuid.ts";
import { useRecordRecentPlace } from "../command-palette/recent-places.ts";
import { InvoiceDraftsCard } from "../invoice-drafts/invoice-drafts-card.tsx";
import { PROPOSALS_PATH } from "../shell/admin-pages.ts";
import { pageMeta } from "../shell/page-meta.ts";
import { MilestonesCard } from "./milestones/milestones-card.tsx";
import { ProposalDetailsCard } from "./proposal-details-card.tsx";
import { ProposalHeader } from "./proposal-header.tsx";
import { ProposalNotices } from "./proposal-notices.tsx";
import { ProposalPayments } from "./proposal-payments.tsx";
import { ReadersHint } from "./readers-hint.tsx";
import { getRecipientName } from "./recipient-name.ts";

export const meta: MetaFunction = () => pageMeta("Proposal");

export default function ProposalPage() {
  const { proposalId = "" } = useParams();
  const proposal = useQuery({ ...proposalQuery("admin", proposalId), enabled: isUuid(proposalId) });
  return (
    <RecordPage
      id={proposalId}
      query={proposal}
      noun="proposal"
      title="Proposal"
      list={{ to: PROPOSALS_PATH, label: "All proposals" }}
      notFound={{
        icon: <Handshake className="size-6" />,
        hint: "The draft may have been deleted",
        action: "View all proposals",
      }}
    >
      {(loaded) => <ProposalDetails key={loaded.id} proposal={loaded} />}
    </RecordPage>
  );
}

function ProposalDetails({ proposal }: { proposal: Proposal }) {
  const { id, title, number, client_id: clientId, project_id: projectId, acceptance } = proposal;
  const recipient = getRecipientName(proposal);
  useRecordRecentPlace({
    to: `${PROPOSALS_PATH}/${id}`,
    label: `${getProposalReference(number)} ${title}`,
    hint: recipient ?? "Proposal",
  });
  // The draft or, without one, the latest version that was sent. The versions are sorted, newest first.
  const [latest] = proposal.proposal_versions;
  const [selectedVersion, setSelectedVersion] = useState<number | null>(null);
  const shown = proposal.proposal_versions.find(({ version }) => version === selectedVersion) ?? latest;
  if (!latest || !shown) {
    return null;
  }
  const { status, valid_until: validUntil } = proposal;
  const today = firmToday(new Date());
  const canBeAccepted =
    shown === latest && (shown.sent_at === null || isOpenProposal({ status, validUntil }, today));
  const selectedIds = acceptance?.version === shown.version ? new Set(acceptance.selectedIds) : undefined;
  return (
    <>
      <ProposalHeader
        title={shown.title}
        subtitle={[getProposalReference(number), recipient].filter(Boolean).join(" · ")}
        proposal={proposal}
        latest={latest}
      />
      <div className="mb-6 grid grid-cols-1 gap-3 empty:hidden">
        <ProposalNotices
          proposal={proposal}
          latest={latest}
          shown={shown}
          onShowLatest={() => setSelectedVersion(null)}
        />
      </div>
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        {/* On narrow screens, the status and what to do are above the content. */}
        <div className="grid grid-cols-1 gap-6 lg:col-start-2 lg:row-start-1">
          <ProposalDetailsCard proposal={proposal} />
          {latest.sent_at === null && <ReadersHint proposal={proposal} />}
          {proposal.status === "accepted" && (
            <>
              <ProposalPayments proposal={proposal} />
              <InvoiceDraftsCard filter={{ proposalId: id }} newSearch={`?proposal=${id}`} />
              {projectId && <MilestonesCard projectId={projectId} />}
            </>
          )}
          {acceptance && <AcceptanceCard area="admin" acceptance={acceptance} />}
          <VersionList
            versions={proposal.proposal_versions}
            shownVersion={shown.version}
            onShow={setSelectedVersion}
          />
          {proposal.status !== "draft" && <ProposalHistory area="admin" proposalId={id} />}
        </div>
        <div className="grid grid-cols-1 gap-6 lg:col-start-1 lg:row-start-1">
          <ProposalDocument
            content={shown.content}
            totals={proposalTotals(shown.content, selectedIds)}
            acceptedOn={acceptance?.accepted_on ?? (canBeAccepted ? today : undefined)}
            isAccepted={acceptance !== null}
          />
          {proposal.status !== "draft" && clientId && (
            <ProposalComments
              area="admin"
              proposal={{ id, client_id: clientId }}
              hint="The client's owners and billing members can read it."
            />
          )}
        </div>
      </div>
    </>
  );
}
