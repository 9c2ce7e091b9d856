import type { Finding } from "#app/api/shared/findings.ts";
import { Banner } from "#app/ui/feedback/banner.tsx";
import { brand } from "#brand";

/** What readers must know before they read a finding: that it was withdrawn or is disputed, and why. */
export function FindingNotices({ finding }: { finding: Finding }) {
  if (finding.state === "withdrawn") {
    return (
      <Banner tone="neutral" details={finding.withdrawal_reason}>
        {brand.name} withdrew this finding. You don't need to fix it.
      </Banner>
    );
  }
  if (finding.state === "disputed") {
    return (
      <Banner tone="warning" details={finding.status_reason}>
        This finding is disputed.
      </Banner>
    );
  }
  if (finding.dispute_answer !== "") {
    return (
      <Banner tone="info" details={finding.dispute_answer}>
        {brand.name} responded to the dispute.
      </Banner>
    );
  }
  return null;
}
