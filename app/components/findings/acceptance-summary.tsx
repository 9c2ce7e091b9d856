import type { RiskAcceptance } from "#app/api/shared/findings.ts";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { formatDate } from "#domain/dates/calendar-date.ts";
import { ACCEPTANCE_STATUS_BADGES } from "#domain/findings/remediation.ts";
import { TimeStamp } from "./time-stamp.tsx";

/** Who requested and decided about an accepted risk, why, and until when. */
export function AcceptanceSummary({ acceptance }: { acceptance: RiskAcceptance }) {
  const { label, tone } = ACCEPTANCE_STATUS_BADGES[acceptance.status];
  return (
    <>
      <p className="flex flex-wrap items-center gap-x-3 gap-y-1 text-14">
        <Badge tone={tone}>{label}</Badge>
        <span className="text-muted">until {formatDate(acceptance.expires_on)}</span>
      </p>
      <p className="wrap-anywhere mt-1 whitespace-pre-wrap text-14">{acceptance.reason}</p>
      <p className="mt-1 text-13 text-muted">
        Requested by {acceptance.requester || "a member"} <TimeStamp at={acceptance.requested_at} />
        {acceptance.decided_at && (
          <>
            {" · "}
            {acceptance.status === "rejected" ? "Rejected" : "Approved"} by {acceptance.decider || "an owner"}{" "}
            <TimeStamp at={acceptance.decided_at} />
          </>
        )}
      </p>
      {acceptance.decision_note && <p className="wrap-anywhere mt-1 text-14">{acceptance.decision_note}</p>}
    </>
  );
}
