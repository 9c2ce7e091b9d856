import { useQuery, useQueryClient } from "@tanstack/react-query";
import { type RefObject, useEffect, useRef, useState } from "react";
import { logRequestError } from "#app/api/client/log-request-error.ts";
import { fetchOwnProposalPdf, ownProposalsQuery, recordProposalView } from "#app/api/portal/proposals.ts";
import { type Proposal, type ProposalVersion, proposalQuery } from "#app/api/shared/proposals.ts";
import { AcceptanceCard } from "#app/components/proposals/acceptance-card.tsx";
import { ProposalComments } from "#app/components/proposals/proposal-comments.tsx";
import { ProposalDocument } from "#app/components/proposals/proposal-document.tsx";
import { ProposalHistory } from "#app/components/proposals/proposal-history.tsx";
import { ProposalPdfButton } from "#app/components/proposals/proposal-pdf-button.tsx";
import { VersionList } from "#app/components/proposals/version-list.tsx";
import { RecordPage } from "#app/components/record-page.tsx";
import { toggleId } from "#app/components/toggle-id.ts";
import { Handshake } from "#app/ui/icons.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { brand } from "#brand";
import { firmToday } from "#domain/firm/firm-today.ts";
import { getProposalReference } from "#domain/proposals/proposal-reference.ts";
import { isOpenProposal } from "#domain/proposals/proposal-status.ts";
import { proposalTotals } from "#domain/proposals/proposal-totals.ts";
import { isUuid } from "#domain/text/uuid.ts";
import { useCurrentClient } from "../current-client.ts";
import { sectionUrl } from "../section-url.ts";
import { AcceptDialog } from "./accept-dialog.tsx";
import { DecisionBar } from "./decision-bar.tsx";
import { DecisionCard, type DecisionDialogName } from "./decision-card.tsx";
import { DeclineDialog } from "./decline-dialog.tsx";
import { NextSteps } from "./next-steps.tsx";
import { ProposalNotices } from "./proposal-notices.tsx";

/** One proposal, to read, discuss, accept or decline. */
export function ProposalScreen({ id }: { id: string }) {
  const proposal = useQuery({ ...proposalQuery("client", id), enabled: isUuid(id) });
  const title = proposal.data?.title ?? "Proposal";
  useEffect(() => {
    document.title = `${title} – ${brand.name}`;
  }, [title]);
  return (
    <RecordPage
      id={id}
      query={proposal}
      noun="proposal"
      title="Proposal"
      list={{ to: sectionUrl("proposals"), label: "All proposals" }}
      notFound={{
        icon: <Handshake className="size-6" />,
        hint: "Choose a proposal from the list",
        action: "View all proposals",
      }}
    >
      {(loaded) => <OwnProposal key={loaded.current_version} proposal={loaded} />}
    </RecordPage>
  );
}

function OwnProposal({ proposal }: { proposal: Proposal }) {
  const { id: clientId } = useCurrentClient();
  const { id, number, acceptance, current_version: currentVersion } = proposal;
  const versions = proposal.proposal_versions;
  const current = versions.find(({ version }) => version === currentVersion);
  const [shownVersion, setShownVersion] = useState(currentVersion);
  const shown = versions.find(({ version }) => version === shownVersion) ?? current;
  const [selectedIds, setSelectedIds] = useState<ReadonlySet<string>>(
    () => new Set(current ? listSelectedIds(current, acceptance) : []),
  );
  const [openDialog, setOpenDialog] = useState<DecisionDialogName | null>(null);
  const decisionCard = useRef<HTMLDivElement>(null);
  const today = firmToday(new Date());
  const isOpen = isOpenProposal({ status: proposal.status, validUntil: proposal.valid_until }, today);
  const outcome = useOutcomeFocus(isOpen);
  useRecordedView(id, currentVersion, clientId);
  if (!current || !shown) {
    return null;
  }
  const isCurrent = shown === current;
  const canDecide = isOpen && isCurrent;
  const totals = proposalTotals(shown.content, isCurrent ? selectedIds : undefined);
  const closeDialog = () => setOpenDialog(null);
  return (
    <>
      <PageHeader
        title={shown.title}
        subtitle={`Proposal ${getProposalReference(number)} from ${brand.name}`}
      />
      {canDecide && (
        <DecisionBar
          proposal={proposal}
          total={totals.total}
          card={decisionCard}
          onReview={() => setOpenDialog("accept")}
        />
      )}
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,3fr)_minmax(0,2fr)]">
        <div className="grid grid-cols-1 gap-6">
          <div ref={outcome} tabIndex={-1} className="grid grid-cols-1 gap-6 outline-none empty:hidden">
            <ProposalNotices
              proposal={proposal}
              current={current}
              shown={shown}
              onShowCurrent={() => setShownVersion(currentVersion)}
            />
            {proposal.status === "accepted" && <NextSteps proposal={proposal} />}
          </div>
          <ProposalDocument
            content={shown.content}
            totals={totals}
            onToggle={canDecide ? (itemId) => setSelectedIds(toggleId(selectedIds, itemId)) : undefined}
            acceptedOn={acceptance?.accepted_on ?? (canDecide ? today : undefined)}
            isAccepted={acceptance !== null}
          />
        </div>
        <div className="grid grid-cols-1 gap-6 lg:sticky lg:top-22">
          {canDecide && (
            <DecisionCard
              ref={decisionCard}
              proposal={proposal}
              version={current}
              totals={totals}
              selectedIds={selectedIds}
              onOpen={setOpenDialog}
            />
          )}
          {acceptance && <AcceptanceCard area="client" acceptance={acceptance} />}
          {!acceptance && !isOpen && (
            <ProposalPdfButton fetchPdf={fetchOwnProposalPdf} proposal={proposal} version={shown.version} />
          )}
          <VersionList versions={versions} shownVersion={shown.version} onShow={setShownVersion} />
          <ProposalHistory area="client" proposalId={id} />
        </div>
        <div className="lg:col-start-1">
          <ProposalComments
            area="client"
            proposal={{ id, client_id: clientId }}
            hint={`Ask ${brand.name} a question about this proposal.`}
          />
        </div>
      </div>
      {openDialog === "accept" && (
        <AcceptDialog
          proposal={proposal}
          version={current}
          totals={totals}
          selectedIds={selectedIds}
          onClose={closeDialog}
        />
      )}
      {openDialog === "decline" && (
        <DeclineDialog proposal={proposal} version={current.version} onClose={closeDialog} />
      )}
    </>
  );
}

/** Moves the focus to the outcome when the button that had it is gone, because the proposal is no longer open. */
function useOutcomeFocus(isOpen: boolean): RefObject<HTMLDivElement | null> {
  const outcome = useRef<HTMLDivElement>(null);
  const wasOpen = useRef(isOpen);
  useEffect(() => {
    if (wasOpen.current && !isOpen && document.activeElement === document.body) {
      outcome.current?.focus();
    }
    wasOpen.current = isOpen;
  }, [isOpen]);
  return outcome;
}

/** The optional items that are selected first: the accepted ones, or those that the firm preselected. */
function listSelectedIds(
  { content, version }: ProposalVersion,
  acceptance: Proposal["acceptance"],
): string[] {
  if (acceptance?.version === version) {
    return acceptance.selectedIds;
  }
  return proposalTotals(content)
    .lines.filter((line) => line.isSelected)
    .map((line) => line.id);
}

/** Records that the user opened a version, including one that arrives while the page is open. */
function useRecordedView(id: string, version: number, clientId: string): void {
  const queryClient = useQueryClient();
  useEffect(() => {
    recordProposalView(id, version)
      .then(() => queryClient.invalidateQueries({ queryKey: ownProposalsQuery(clientId).queryKey }))
      .catch(logRequestError);
  }, [queryClient, id, version, clientId]);
}
