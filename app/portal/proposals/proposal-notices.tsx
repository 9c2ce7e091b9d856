import type { Proposal, ProposalVersion } from "#app/api/shared/proposals.ts";
import { ChangeList } from "#app/components/proposals/change-list.tsx";
import { getCurrentStatus } from "#app/components/proposals/proposal-badge.tsx";
import { Button, ButtonLink } from "#app/ui/button.tsx";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { brand } from "#brand";
import { formatValidity } from "#domain/proposals/proposal-status.ts";
import { sectionUrl } from "../section-url.ts";

type ProposalNoticesProps = {
  proposal: Proposal;
  current: ProposalVersion;
  shown: ProposalVersion;
  onShowCurrent: () => void;
};

/** What the client must know before reading: a superseded version, changes, or why it can't be accepted. */
export function ProposalNotices({ proposal, current, shown, onShowCurrent }: ProposalNoticesProps) {
  const status = getCurrentStatus(proposal);
  const previous = proposal.proposal_versions.find(({ version }) => version === current.version - 1);
  if (shown !== current) {
    return (
      <Banner
        tone="warning"
        action={
          <Button size="small" onClick={onShowCurrent}>
            Show the current version
          </Button>
        }
      >
        {`Version ${shown.version} was replaced by version ${current.version}. You can no longer accept it.`}
      </Banner>
    );
  }
  if (status === "declined") {
    return (
      <Banner tone="info" details={proposal.status_reason}>
        Your company declined this proposal.
      </Banner>
    );
  }
  if (status === "withdrawn") {
    return (
      <Banner
        tone="info"
        details={proposal.status_reason}
        action={<ContactLink />}
      >{`${brand.name} withdrew this proposal. You can no longer accept it.`}</Banner>
    );
  }
  if (status === "expired" && proposal.valid_until) {
    return (
      <Banner
        tone="warning"
        details={`It was valid until ${formatValidity(proposal.valid_until, brand.timeZone)}.`}
        action={<ContactLink />}
      >
        This proposal has expired. Ask for a new one if you still need the work.
      </Banner>
    );
  }
  return (
    status !== "accepted" &&
    previous && (
      <Banner tone="info" details={<ChangeList before={previous.content} after={current.content} />}>
        {`What changed since version ${previous.version}:`}
      </Banner>
    )
  );
}

function ContactLink() {
  return (
    <ButtonLink to={sectionUrl("messages")} size="small">
      Send a message
    </ButtonLink>
  );
}
