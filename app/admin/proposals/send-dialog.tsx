import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Link } from "react-router";
import { sendProposal } from "#app/api/admin/proposal-changes.ts";
import type { Proposal, ProposalVersion } from "#app/api/shared/proposals.ts";
import { refetchProposals } from "#app/api/shared/proposals-key.ts";
import { errorMessage } from "#app/components/error-message.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { FormDialog } from "#app/ui/overlays/form-dialog.tsx";
import { useToast } from "#app/ui/overlays/toast.tsx";
import { brand } from "#brand";
import { getMemberName } from "#domain/clients/members/member.ts";
import { formatDollars } from "#domain/money/money.ts";
import { listPlaceholders, type Placeholder } from "#domain/proposals/proposal-problems.ts";
import { formatValidity } from "#domain/proposals/proposal-status.ts";
import { proposalTotals } from "#domain/proposals/proposal-totals.ts";
import { PROPOSALS_PATH } from "../shell/admin-pages.ts";
import { ReadersError, useProposalReaders } from "./readers-hint.tsx";

type SendDialogProps = { proposal: Proposal; draft: ProposalVersion; onClose: () => void };

/** Sends a draft after showing who gets what. */
export function SendDialog({ proposal, draft, onClose }: SendDialogProps) {
  const queryClient = useQueryClient();
  const showToast = useToast();
  const readersQuery = useProposalReaders(proposal.client_id);
  const readers = readersQuery.data;
  const send = useMutation({
    mutationFn: () => sendProposal(proposal.id, draft.revision),
    onSuccess: () => {
      showToast("Proposal sent");
      onClose();
    },
    onSettled: () => refetchProposals(queryClient),
  });
  const company = proposal.clients?.company ?? "";
  const { content } = draft;
  const isUpdate = proposal.current_version > 0;
  const placeholders = listPlaceholders(content);
  const details = [
    { label: "Client", value: company },
    {
      label: "Recipients",
      value: readers?.map((reader) => (
        <span key={reader.id} className="block wrap-anywhere">
          {getMemberName(reader)}
          {reader.name && <span className="block text-13 text-muted">{reader.email}</span>}
        </span>
      )),
    },
    { label: "Total", value: formatDollars(proposalTotals(content).total) },
    {
      label: "Valid until",
      value: content.validUntil && formatValidity(content.validUntil, brand.timeZone),
    },
  ];
  return (
    <FormDialog
      title={isUpdate ? `Send version ${draft.version} to ${company}?` : `Send the proposal to ${company}?`}
      description={
        isUpdate
          ? "The recipients get an email. They can no longer accept the earlier version."
          : "The recipients get an email with a link to the portal. To change the proposal later, send a new version."
      }
      submitButton={{
        label: isUpdate ? `Send version ${draft.version}` : "Send proposal",
        busyLabel: "Sending...",
        disabled: !readers || placeholders.length > 0,
      }}
      isPending={send.isPending}
      onSubmit={() => send.mutate()}
      onClose={onClose}
    >
      {send.error && (
        <Banner tone="negative" urgent>
          {errorMessage(send.error, "We couldn't send the proposal. Try again.")}
        </Banner>
      )}
      <ReadersError query={readersQuery} />
      {readers?.length === 0 && (
        <Banner tone="warning">
          {`No one at ${company} can read proposals. Invite an owner or a billing member on the client's page, or they won't get it.`}
        </Banner>
      )}
      {placeholders.length > 0 && <PlaceholderBanner proposalId={proposal.id} placeholders={placeholders} />}
      <dl className="grid gap-3 text-14">
        {details.map(({ label, value }) => (
          <div key={label} className="flex items-baseline justify-between gap-6">
            <dt className="shrink-0 text-13 text-muted">{label}</dt>
            <dd className="tabular min-w-0 text-right">{value || "—"}</dd>
          </div>
        ))}
      </dl>
    </FormDialog>
  );
}

type PlaceholderBannerProps = { proposalId: string; placeholders: readonly Placeholder[] };

/** Links each placeholder to the editor, which selects it. */
function PlaceholderBanner({ proposalId, placeholders }: PlaceholderBannerProps) {
  return (
    <Banner
      tone="warning"
      details={
        <>
          <ul>
            {placeholders.map(({ text, place }) => (
              <li key={text}>
                <Link
                  to={`${PROPOSALS_PATH}/${proposalId}/edit?${new URLSearchParams({ find: text })}`}
                  className="wrap-anywhere inline-flex min-h-6 items-center text-accent underline underline-offset-4"
                >
                  {place === text ? text : `${place}: ${text}`}
                </Link>
              </li>
            ))}
          </ul>
          <p className="mt-2 text-13">Not a placeholder? Use parentheses instead of brackets.</p>
        </>
      }
    >
      Replace the placeholders before you send the proposal.
    </Banner>
  );
}
