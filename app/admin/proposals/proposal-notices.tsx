import { useState } from "react";
import type { Proposal, ProposalVersion } from "#app/api/shared/proposals.ts";
import { getCurrentStatus } from "#app/components/proposals/proposal-badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { firmToday } from "#domain/firm/firm-today.ts";
import { findSendingProblems } from "#domain/proposals/proposal-problems.ts";
import { INBOX_PATH } from "../shell/admin-pages.ts";
import { AssignDialog } from "./assign-dialog.tsx";

type ProposalNoticesProps = {
  proposal: Proposal;
  /** The draft or, without one, the latest version that was sent. */
  latest: ProposalVersion;
  shown: ProposalVersion;
  onShowLatest: () => void;
};

/** What to know or do about a proposal, above its content. */
export function ProposalNotices({ proposal, latest, shown, onShowLatest }: ProposalNoticesProps) {
  const status = getCurrentStatus(proposal);
  const isDraft = latest.sent_at === null;
  return (
    <>
      {shown !== latest && (
        <Banner
          tone="info"
          action={
            <Button size="small" onClick={onShowLatest}>
              {isDraft ? "Show the draft" : "Show the latest version"}
            </Button>
          }
        >
          {`You're viewing version ${shown.version}.`}
        </Banner>
      )}
      {isDraft && proposal.current_version > 0 && shown === latest && (
        <Banner tone="info">
          {`This is the draft of version ${latest.version}. The client sees version ${proposal.current_version} until you send it.`}
        </Banner>
      )}
      {isDraft && !proposal.client_id && <NoClientNotice proposal={proposal} />}
      {isDraft && <SendingProblems version={latest} />}
      {status === "declined" && (
        <Banner tone="negative" details={proposal.status_reason}>
          The client declined this proposal. You can send a new version.
        </Banner>
      )}
      {status === "expired" && (
        <Banner
          tone="warning"
          details={
            isDraft
              ? `To let the client accept it, send the draft of version ${latest.version} with a later date.`
              : "To let the client accept it, extend it, or send a new version with changes."
          }
        >
          {`This proposal expired on ${formatDate(proposal.valid_until)}.`}
        </Banner>
      )}
      {status === "withdrawn" && (
        <Banner tone="info" details={proposal.status_reason}>
          You withdrew this proposal. The client can read it, but not accept it.
        </Banner>
      )}
    </>
  );
}

function NoClientNotice({ proposal }: { proposal: Proposal }) {
  const [isAssigning, setIsAssigning] = useState(false);
  const { inquiry_id: inquiryId } = proposal;
  return (
    <>
      <Banner
        tone="warning"
        action={
          <>
            {inquiryId && (
              <ButtonLink to={`${INBOX_PATH}/${inquiryId}`} size="small">
                Open inquiry
              </ButtonLink>
            )}
            <Button size="small" onClick={() => setIsAssigning(true)}>
              Choose client
            </Button>
          </>
        }
      >
        {inquiryId
          ? "Convert the inquiry to a client, or choose a client, before you send the proposal."
          : "Choose a client before you send the proposal."}
      </Banner>
      {isAssigning && <AssignDialog proposal={proposal} onClose={() => setIsAssigning(false)} />}
    </>
  );
}

function SendingProblems({ version }: { version: ProposalVersion }) {
  const problems = findSendingProblems(version.content, firmToday(new Date()));
  if (problems.length === 0) {
    return null;
  }
  return (
    <Banner
      tone="warning"
      details={
        <ul className="list-disc pl-5">
          {problems.map(({ message }) => (
            <li key={message}>{message}</li>
          ))}
        </ul>
      }
    >
      Before you can send this draft:
    </Banner>
  );
}
