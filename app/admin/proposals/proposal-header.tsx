import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { useNavigate, useSearchParams } from "react-router";
import { discardProposalDraft } from "#app/api/admin/proposal-changes.ts";
import { fetchProposalPdf } from "#app/api/admin/proposals.ts";
import type { Proposal, ProposalVersion } from "#app/api/shared/proposals.ts";
import { refetchProposals } from "#app/api/shared/proposals-key.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { getCurrentStatus } from "#app/components/proposals/proposal-badge.tsx";
import { ProposalPdfButton } from "#app/components/proposals/proposal-pdf-button.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { CalendarClock, FileText, FolderKanban, Pencil, Send, Trash2, Undo2 } from "#app/ui/icons.tsx";
import { PageHeader } from "#app/ui/layout/page-header.tsx";
import { useConfirmation } from "#app/ui/overlays/alert-dialog.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { firmToday } from "#domain/firm/firm-today.ts";
import { findSendingProblems } from "#domain/proposals/proposal-problems.ts";
import { getProposalReference } from "#domain/proposals/proposal-reference.ts";
import { isExtendable } from "#domain/proposals/proposal-status.ts";
import { MoreMenu } from "../lists/more-menu.tsx";
import { PROPOSALS_PATH } from "../shell/admin-pages.ts";
import { AssignDialog } from "./assign-dialog.tsx";
import { ExtendDialog } from "./extend-dialog.tsx";
import { SendDialog } from "./send-dialog.tsx";
import { SaveTemplateDialog } from "./templates/save-template-dialog.tsx";
import { WithdrawDialog } from "./withdraw-dialog.tsx";

const icon = (Icon: typeof Pencil) => <Icon aria-hidden="true" className="size-4" />;

/** The URL parameter of the proposal page that opens the send dialog. */
export const SEND_PARAM = "send";

type ProposalHeaderProps = {
  title: string;
  subtitle: string;
  proposal: Proposal;
  /** The draft or, without one, the latest version that was sent. */
  latest: ProposalVersion;
};

/** The proposal's title, and the actions that edit, send, extend, withdraw or delete it. */
export function ProposalHeader({ title, subtitle, proposal, latest }: ProposalHeaderProps) {
  const { id, current_version: currentVersion } = proposal;
  const [searchParams, setSearchParams] = useSearchParams();
  const [openDialog, setOpenDialog] = useState<"send" | "extend" | "assign" | "template" | "withdraw" | null>(
    searchParams.has(SEND_PARAM) ? "send" : null,
  );
  const { discard, isDiscarding } = useDiscard(proposal);
  const status = getCurrentStatus(proposal);
  const isDraft = latest.sent_at === null;
  const isAccepted = proposal.status === "accepted";
  const today = firmToday(new Date());
  const canSend =
    isDraft && proposal.client_id !== null && findSendingProblems(latest.content, today).length === 0;
  // Extending sends the current version again, so a draft is sent or discarded first.
  const canExtend =
    !isDraft && isExtendable({ status: proposal.status, validUntil: proposal.valid_until }, today);
  function close() {
    setOpenDialog(null);
    if (searchParams.has(SEND_PARAM)) {
      setSearchParams({}, { replace: true });
    }
  }
  const entries = [
    ...(isAccepted
      ? []
      : [
          {
            label: currentVersion === 0 ? "Change client or project" : "Change project",
            icon: icon(FolderKanban),
            onSelect: () => setOpenDialog("assign"),
          },
        ]),
    ...(canExtend && status !== "expired"
      ? [
          {
            label: "Extend proposal",
            icon: icon(CalendarClock),
            onSelect: () => setOpenDialog("extend"),
          },
        ]
      : []),
    { label: "Save as template", icon: icon(FileText), onSelect: () => setOpenDialog("template") },
    ...(status === "sent" || status === "viewed"
      ? [{ label: "Withdraw proposal", icon: icon(Undo2), onSelect: () => setOpenDialog("withdraw") }]
      : []),
    ...(isDraft
      ? [
          {
            label: currentVersion === 0 ? "Delete draft" : "Discard draft",
            icon: icon(Trash2),
            onSelect: () => void discard(),
          },
        ]
      : []),
  ];
  return (
    <>
      <PageHeader
        title={title}
        subtitle={subtitle}
        action={
          isAccepted ? null : (
            <>
              <ProposalPdfButton fetchPdf={fetchProposalPdf} proposal={proposal} version={latest.version} />
              <ButtonLink to={`${PROPOSALS_PATH}/${id}/edit`} icon={icon(Pencil)}>
                {isDraft ? "Edit draft" : "New version"}
              </ButtonLink>
              {isDraft && (
                <Button
                  tone="primary"
                  icon={icon(Send)}
                  disabled={!canSend || isDiscarding}
                  onClick={() => setOpenDialog("send")}
                >
                  {currentVersion === 0 ? "Send proposal" : `Send version ${latest.version}`}
                </Button>
              )}
              {canExtend && status === "expired" && (
                <Button tone="primary" icon={icon(CalendarClock)} onClick={() => setOpenDialog("extend")}>
                  Extend proposal
                </Button>
              )}
            </>
          )
        }
        menu={<MoreMenu entries={entries} />}
      />
      {openDialog === "send" && canSend && <SendDialog proposal={proposal} draft={latest} onClose={close} />}
      {openDialog === "extend" && canExtend && <ExtendDialog proposal={proposal} onClose={close} />}
      {openDialog === "assign" && <AssignDialog proposal={proposal} onClose={close} />}
      {openDialog === "template" && <SaveTemplateDialog version={latest} onClose={close} />}
      {openDialog === "withdraw" && <WithdrawDialog proposal={proposal} onClose={close} />}
    </>
  );
}

function useDiscard({ id, number, title, current_version: currentVersion }: Proposal) {
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const showToast = useToast();
  const confirm = useConfirmation();
  const remove = useMutation({
    mutationFn: () => discardProposalDraft(id),
    onSuccess: async (isDeleted) => {
      if (isDeleted) {
        await navigate(PROPOSALS_PATH);
      }
      showToast(isDeleted ? "Draft deleted" : "Draft discarded");
    },
    onError: (error) =>
      showToast(errorMessage(error, "We couldn't delete the draft. Try again."), { tone: "negative" }),
    onSettled: () => refetchProposals(queryClient),
  });
  async function discard() {
    const isNew = currentVersion === 0;
    const reference = getProposalReference(number);
    const isConfirmed = await confirm({
      text: isNew
        ? `Delete the draft “${title}”?`
        : `Discard the changes to ${reference}? The client keeps version ${currentVersion}.`,
      confirmLabel: isNew ? "Delete draft" : "Discard draft",
      tone: "danger",
    });
    if (isConfirmed) {
      remove.mutate();
    }
  }
  return { discard, isDiscarding: remove.isPending };
}
